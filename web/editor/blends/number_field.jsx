// SPDX-License-Identifier: MIT
// A number to type. In: a number. Out: the next one, when the field is left or Enter pressed; what is no number is
// taken back.

/**
 * @param {{ label: string, value: number, set: (value: number) => void, sign?: string, min?: number, max?: number, step?: number, id?: string, isDisabled?: boolean }} props -
 *   sign: shown before it
 */
export function NumberField({ label, value, set, sign, min, max, step = 0.1, id, isDisabled = false }) {
  return (
    <label class="number">
      {sign === undefined ? null : <span aria-hidden="true">{sign}</span>}
      <input
        type="number" id={id} aria-label={label} title={label} value={value} min={min} max={max} step={step} disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const next = currentTarget.valueAsNumber;
          const limited = Math.max(min ?? -Infinity, Math.min(max ?? Infinity, next));
          if (Number.isFinite(limited) && limited !== value) set(limited);
          currentTarget.value = String(Number.isFinite(limited) ? limited : value);
        }}
      />
    </label>
  );
}
