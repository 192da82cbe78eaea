// SPDX-License-Identifier: MIT
// Which fields of a document builder calls take as options; a test holds this against the builder.

export const PROPERTY_OPTIONS = ['min', 'max', 'damping', 'lifetime'];
export const STATE_OPTIONS = [
  'id', 'speed', 'speedProperty', 'timeProperty', 'cycleOffset', 'cycleOffsetProperty', 'loop', 'clamp', 'mirror',
  'mirrorProperty', 'writeDefaults', 'tags', 'events', 'history',
];
export const TRANSITION_OPTIONS = [
  'id', 'when', 'exitTime', 'exitMode', 'duration', 'unit', 'offset', 'curve', 'blend', 'interrupt', 'ordered',
  'interruptsAlways', 'toSelf', 'remember', 'resume', 'mute', 'solo',
];
export const LAYER_OPTIONS = ['mode', 'weight', 'mask', 'reference', 'sync', 'motions'];
export const CLIP_FIELDS = ['rootMotion', 'events', 'markers'];
