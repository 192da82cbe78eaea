// SPDX-License-Identifier: MIT
// The engine's lint, and what a model lacks, in the user's language. In: the English sentence of a problem. Out: the same in Spanish; one that
// is not in the table stays as it is.

const Q = '"(.*)"';

/** What the engine says, and how it reads in Spanish; `$1`: the first name in it. @type {readonly [RegExp, string][]} */
const SPANISH = [
  [`nothing reads the trigger ${Q}: name it in a condition or a blend, or remove it`, 'nada lee el disparador "$1": nómbralo en una condición o una mezcla, o elimínalo'],
  [`nothing reads the property ${Q}: name it in a condition or a blend, or remove it`, 'nada lee la propiedad "$1": nómbrala en una condición o una mezcla, o elimínala'],
  [`nothing reads the (?:trigger|property) ${Q} \\(unless a function does\\): name it in a condition or a blend, or remove it`, 'nada lee "$1" (salvo quizá una función): nómbrala en una condición o una mezcla, o elimínala'],
  [`the trigger ${Q} stays armed until an exit time comes, however late: give it a "lifetime" in seconds if an early press should be forgotten`, 'el disparador "$1" sigue armado hasta que llega un tiempo de salida, por tarde que sea: dale una «duración» en segundos si una pulsación temprana debe olvidarse'],
  [`${Q} of the mask ${Q} names no bone of this model; did you mean ${Q}\\?`, '"$1" de la máscara "$2" no es ningún hueso de este modelo; ¿querías decir "$3"?'],
  [`${Q} of the mask ${Q} names no bone and no morph target of this model: correct it, or remove it`, '"$1" de la máscara "$2" no es ningún hueso ni forma de este modelo: corrígelo o elimínalo'],
  [`${Q} does not move ${Q}, which ${Q} does: in this blend the bone sinks to its rest pose, or the layer below; key it in both`, '"$1" no mueve "$2", y "$3" sí: en esta mezcla el hueso cae a su pose de reposo, o a la capa inferior; anímalo en los dos'],
  [`no transition can lead to ${Q}: add one, or start it from code`, 'ninguna transición puede llevar a "$1": añade una, o iníciala desde el código'],
  [`${Q} is an end: no transition can lead out of it, only code goes on from there`, '"$1" es un final: ninguna transición puede salir de ahí, solo el código sigue'],
  [`no transition can lead out of ${Q}: add one, or set "loop" to "once" if it is meant as an end`, 'ninguna transición puede salir de "$1": añade una, o pon la repetición en una sola vez si ha de ser un final'],
  [`${Q} plays nothing, and on the base layer that shows the rest pose: give it a motion`, '"$1" no reproduce nada, y en la capa base se ve la pose de reposo: dale un movimiento'],
  ['(.*) can never hold: its parts exclude each other, or the range of a property; change one, or remove the transition', '$1 nunca puede cumplirse: sus partes se excluyen entre sí, o el rango de una propiedad; cambia una, o elimina la transición'],
  [`the exit time (.*) is never reached: ${Q} plays once, so this fires at its end; use 1 or less`, 'el tiempo de salida $1 no se alcanza nunca: "$2" se reproduce una vez, así que se dispara al final; usa 1 o menos'],
  [`from ${Q} to ${Q} is muted and never fires: take "mute" away, or remove it`, 'de "$1" a "$2" está silenciada y nunca se dispara: quita el silencio, o elimínala'],
  [`from ${Q} to ${Q} is solo, so the others tested with it never fire: take "solo" away when the trial is over`, 'de "$1" a "$2" va sola, así que las otras que se prueban con ella nunca se disparan: quita «solo» al acabar la prueba'],
  [`"exit" leads nowhere: ${Q} has no transition out; add one from it`, 'la salida no lleva a ninguna parte: "$1" no tiene transición hacia fuera; añade una desde ahí'],
  [`never taken: nothing in ${Q} leads to "exit"; add such a transition to its states`, 'nunca se toma: nada en "$1" lleva a la salida; añade una transición así a sus estados'],
  [`shadowed: the one to ${Q} above it fires whenever this could; move this up, or narrow the other \\(.*\\)`, 'tapada: la que va a "$1", por encima, se dispara siempre que esta podría; sube esta, o restringe la otra'],
  ['(.*) goes round without time, and the engine cuts it: make the conditions exclude each other, or add an exit time', '$1 da vueltas sin que pase el tiempo, y el motor lo corta: haz que las condiciones se excluyan entre sí, o añade un tiempo de salida'],
  ['(.*) goes round without time, and the engine cuts it when all conditions hold: make the conditions exclude each other, or add an exit time', '$1 da vueltas sin que pase el tiempo cuando se cumplen todas las condiciones, y el motor lo corta: haz que se excluyan entre sí, o añade un tiempo de salida'],
  ['(.*) goes round for ever, fade after fade: make the conditions exclude each other, or add an exit time', '$1 da vueltas sin fin, fundido tras fundido: haz que las condiciones se excluyan entre sí, o añade un tiempo de salida'],
  ['(.*) goes round for ever, fade after fade when all conditions hold: make the conditions exclude each other, or add an exit time', '$1 da vueltas sin fin, fundido tras fundido, cuando se cumplen todas las condiciones: haz que se excluyan entre sí, o añade un tiempo de salida'],
  [`the model has no clip ${Q}; did you mean ${Q}\\?`, 'el modelo no tiene el clip "$1"; ¿querías decir "$2"?'],
  [`the model has no clip ${Q}; it has none`, 'el modelo no tiene el clip "$1"; no tiene ninguno'],
  [`the model has no clip ${Q}; it has (".*)`, 'el modelo no tiene el clip "$1"; tiene $2'],
].map(([english, spanish]) => [new RegExp(`^${english}$`, 's'), spanish]);

/**
 * @param {string} message - of a problem
 * @param {'en' | 'es'} language
 * @returns {string}
 */
export function findingText(message, language) {
  const arrows = message.replaceAll(' -> ', ' → ');
  if (language === 'en') return arrows;
  const found = SPANISH.find(([english]) => english.test(arrows));
  return found === undefined ? arrows : arrows.replace(...found);
}
