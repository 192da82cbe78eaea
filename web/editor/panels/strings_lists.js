// SPDX-License-Identifier: MIT
// The texts of the panels on the left: clips, properties, layers, masks.

export const LIST_STRINGS = {
  en: {
    clips: 'Clips', noClipsYet: 'No clips yet: load a model.', filter: 'Filter', filterClips: 'Filter clips', nothingFound: 'Nothing found.', notInModel: 'not in the model', unused: 'unused', addState: 'Add as a state',
    properties: 'Properties', addProperty: 'Add property', noProperties: 'No properties yet: conditions read them, the game sets them.', details: 'Details', fire: 'Fire', type: 'Type', types: { float: 'Number', int: 'Whole number', bool: 'On or off', trigger: 'Trigger' },
    initialValue: 'At the start', minimum: 'Least', maximum: 'Most', damping: 'Damping (s)', lifetime: 'Waits (s)', usedIn: 'Where used: {n}', unusedProperty: 'Nothing uses it.',
    deleteProperty: 'Delete property', stillUsed: 'Still used ({n}), first in: {first}', deleteAnyway: 'Delete anyway', cancel: 'Cancel',
    presets: 'Presets of values', preset: 'Preset', presetName: 'Name of the preset', applyPreset: 'Apply', savePreset: 'Save values', updatePreset: 'Update', deletePreset: 'Delete',
    layers: 'Layers', addLayer: 'Add layer', openLayer: 'Show in the graph', hideLayer: 'Hide', showLayer: 'Show', mode: 'Mode', modes: { override: 'Override', additive: 'Additive' }, reference: 'Added to', references: { firstFrame: 'first frame', rest: 'rest pose' },
    mask: 'Mask', wholeBody: 'whole body', follows: 'Follows', duplicate: 'Duplicate', deleteLayer: 'Delete layer',
    masks: 'Masks', addMask: 'Add mask', noMasks: 'No masks yet: a mask says which bones a layer moves.', showOnModel: 'Show on the model', maskUnused: 'No layer has it.', maskUsed: 'Layers that have it: {n}', noBones: 'Load a model to see its bones.',
    filterBones: 'Filter bones', bones: 'Bones', patterns: 'Other lines', addPattern: 'Add by pattern', withChildren: 'With children', deleteMask: 'Delete mask',
  },
  es: {
    clips: 'Clips', noClipsYet: 'Aún no hay clips: cargue un modelo.', filter: 'Filtrar', filterClips: 'Filtrar clips', nothingFound: 'No se encontró nada.', notInModel: 'no está en el modelo', unused: 'sin uso', addState: 'Añadir como estado',
    properties: 'Propiedades', addProperty: 'Añadir propiedad', noProperties: 'Aún no hay propiedades: las condiciones las leen, el juego las cambia.', details: 'Detalles', fire: 'Disparar', type: 'Tipo', types: { float: 'Número', int: 'Número entero', bool: 'Sí o no', trigger: 'Disparador' },
    initialValue: 'Al principio', minimum: 'Mínimo', maximum: 'Máximo', damping: 'Suavizado (s)', lifetime: 'Espera (s)', usedIn: 'Dónde se usa: {n}', unusedProperty: 'Nada la usa.',
    deleteProperty: 'Eliminar propiedad', stillUsed: 'Aún se usa ({n}), primero en: {first}', deleteAnyway: 'Eliminar de todos modos', cancel: 'Cancelar',
    presets: 'Preajustes de valores', preset: 'Preajuste', presetName: 'Nombre del preajuste', applyPreset: 'Aplicar', savePreset: 'Guardar valores', updatePreset: 'Actualizar', deletePreset: 'Eliminar',
    layers: 'Capas', addLayer: 'Añadir capa', openLayer: 'Ver en el grafo', hideLayer: 'Ocultar', showLayer: 'Mostrar', mode: 'Modo', modes: { override: 'Sustituye', additive: 'Se suma' }, reference: 'Se suma a', references: { firstFrame: 'primer fotograma', rest: 'pose de reposo' },
    mask: 'Máscara', wholeBody: 'todo el cuerpo', follows: 'Sigue a', duplicate: 'Duplicar', deleteLayer: 'Eliminar capa',
    masks: 'Máscaras', addMask: 'Añadir máscara', noMasks: 'Aún no hay máscaras: una máscara dice qué huesos mueve una capa.', showOnModel: 'Mostrar en el modelo', maskUnused: 'Ninguna capa la tiene.', maskUsed: 'Capas que la tienen: {n}', noBones: 'Cargue un modelo para ver sus huesos.',
    filterBones: 'Filtrar huesos', bones: 'Huesos', patterns: 'Otras líneas', addPattern: 'Añadir por patrón', withChildren: 'Con hijos', deleteMask: 'Eliminar máscara',
  },
};
