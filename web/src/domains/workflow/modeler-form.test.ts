import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'
import { expect, test } from 'vitest'
import { type Meaning, type Moddle, formOf, withForm } from './modeler-form.ts'

const MODDLE: Moddle = { create: element }
const LISTENER = element('flowable:TaskListener')
const FIELDS: FormField[] = [
  { id: 'day', name: '日期', kind: 'datetime', isRequired: true, access: 'read', options: [] },
  {
    id: 'hall',
    name: '场地',
    kind: 'enum',
    isRequired: false,
    access: 'write',
    options: [{ value: 'a', label: '礼堂' }],
  },
]

function element($type: string, properties: Record<string, unknown> = {}): Meaning {
  return { $type, get: (name) => properties[name] }
}

/** A task with these extensions. */
function taskWith(extensionElements: Meaning | undefined): Meaning {
  return element('bpmn:UserTask', { extensionElements })
}

test('a form written into a task is read as it was written', () => {
  expect(formOf(taskWith(withForm(MODDLE, taskWith(undefined), FIELDS)))).toEqual(FIELDS)
})

test('a form written into a task replaces the form before and leaves its listeners', () => {
  const before = taskWith(element('bpmn:ExtensionElements', { values: [LISTENER] }))
  const first = taskWith(withForm(MODDLE, before, FIELDS))
  const second = withForm(MODDLE, first, [])
  expect(formOf(first)).toEqual(FIELDS)
  expect(second?.get('values')).toEqual([LISTENER])
})
