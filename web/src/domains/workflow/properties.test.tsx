import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AssigneeProperty } from './AssigneeProperty.tsx'
import { DurationProperty } from './DurationProperty.tsx'
import type { Desk, DrawnElement, PropertyName } from './modeler-desk.ts'

vi.mock('../../platform/api/client.ts', async (original) => ({
  ...(await original<object>()),
  callApi: async () => [],
}))

const STEP: DrawnElement = {
  id: 'step',
  type: 'bpmn:UserTask',
  businessObject: { $type: 'bpmn:UserTask', get: vi.fn() },
}
const WRITTEN = vi.fn()

beforeEach(() => {
  WRITTEN.mockReset()
})
afterEach(cleanup)

/** A desk with one step, which says this. */
function deskWith(said: Partial<Record<PropertyName, string>>): Desk {
  return {
    root: () => STEP,
    onSelect: vi.fn(),
    onChange: vi.fn(),
    read: (_of, name) => said[name] ?? '',
    write: (_of, values) => WRITTEN(values),
    setDefault: vi.fn(),
    fields: () => [],
    writeFields: vi.fn(),
    allFields: () => [],
  }
}

function show(property: ReactElement): void {
  render(<QueryClientProvider client={new QueryClient()}>{property}</QueryClientProvider>)
}

function choose(way: string): void {
  fireEvent.mouseDown(screen.getByLabelText('办理人'))
  fireEvent.click(screen.getByTitle(way))
}

test.each([
  ['leave/form', 'leave/form'],
  ['adjust', ''],
])('of a step with the form %s, other people leave the form %j', (formKey, left) => {
  show(
    <AssigneeProperty
      desk={deskWith({ 'flowable:assignee': '${createUser}', 'flowable:formKey': formKey })}
      element={STEP}
    />,
  )
  choose('候选人签收后办理')
  expect(WRITTEN).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ 'flowable:assignee': '', 'flowable:formKey': left }),
  )
})

test('a duration whose digits are typed anew keeps its unit', () => {
  show(<DurationProperty desk={deskWith({ duration: 'P3D' })} element={STEP} />)
  const number = screen.getByLabelText('时长')
  fireEvent.change(number, { target: { value: '' } })
  expect(WRITTEN).not.toHaveBeenCalled()
  fireEvent.change(number, { target: { value: '5' } })
  expect(WRITTEN).toHaveBeenCalledExactlyOnceWith({ duration: 'P5D' })
})
