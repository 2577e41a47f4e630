import { PopupEntries } from 'bpmn-js/lib/features/popup-menu/PopupEntries'
import * as options from 'bpmn-js/lib/features/replace/ReplaceOptions'
import { expect, test } from 'vitest'
import { OFFER, REPLACEMENTS } from './modeler-offer.ts'
import { MODELER_WORDS } from './modeler-words.ts'

/** The library's English words, by the name of the change. */
const LABELS = new Map<unknown, unknown>()
for (const list of Object.values(options)) {
  if (Array.isArray(list)) for (const { actionName, label } of list) LABELS.set(actionName, label)
}

test('everything an element can be changed into is known to the library and has Chinese words', () => {
  const labels = REPLACEMENTS.map((name) => String(LABELS.get(name)))
  expect(labels.filter((label) => MODELER_WORDS[label] === undefined)).toEqual([])
  expect(Object.keys(PopupEntries).length).toBeGreaterThan(REPLACEMENTS.length)
})

test('what the server does not run is taken out of the palette, the pad and the menu', () => {
  const provider = registered()
  const palette = { 'create.task': { className: 'plain' }, 'create.data-object': {}, 'hand-tool': {} }
  expect(provider.getPaletteEntries()(palette)).toEqual({
    'create.task': { className: 'bpmn-icon-user-task' },
    'hand-tool': {},
  })
  expect(provider.getContextPadEntries()({ delete: {}, 'lane-insert-above': {} })).toEqual({ delete: {} })
  expect(provider.getPopupMenuEntries()({ 'replace-with-script-task': {} })).toEqual({})
  expect(provider.getPopupMenuHeaderEntries()({ 'toggle-loop': {}, 'toggle-parallel-mi': {} })).toEqual({
    'toggle-parallel-mi': {},
  })
})

function registered() {
  const [, Offered] = OFFER.offered
  const none = { registerProvider: () => {} }
  return new Offered(none, none, none)
}
