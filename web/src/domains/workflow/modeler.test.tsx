import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Modeler } from './Modeler.tsx'
import type { DrawnElement } from './modeler-desk.ts'

/** What the drawing library was told, in order; one drawing, whose text is all there is to it. */
const { told, Library } = vi.hoisted(() => {
  const log: string[] = []
  type Listener = (event: object) => void
  class Fake {
    private text = ''
    private readonly listeners: Record<string, Listener> = {}
    private readonly properties: Record<string, unknown> = { id: 'p' }
    private readonly root = {
      id: 'p',
      type: 'bpmn:Process',
      businessObject: { $type: 'bpmn:Process', get: (name: string) => this.properties[name] },
    }
    async importXML(xml: string): Promise<void> {
      log.push(`import ${xml}`)
      this.text = xml
    }
    async saveXML(): Promise<{ xml: string }> {
      if (this.text === '') throw new Error('nothing to save')
      return { xml: this.text }
    }
    destroy(): void {
      log.push('destroy')
    }
    get(name: string): unknown {
      const services: Record<string, object> = {
        canvas: { zoom: () => 1, getRootElement: () => this.root },
        selection: { get: () => [] },
        eventBus: { on: (event: string, listener: Listener) => (this.listeners[event] = listener) },
        modeling: {
          updateProperties: (_of: DrawnElement, changed: object) => {
            Object.assign(this.properties, changed)
            this.text += '+'
            this.listeners['commandStack.changed']?.({})
          },
        },
      }
      return services[name]
    }
  }
  return { told: log, Library: Fake }
})
vi.mock('bpmn-js/lib/Modeler', () => ({ default: Library }))

const CHANGED = vi.fn()

afterEach(cleanup)

beforeEach(() => {
  told.splice(0)
  CHANGED.mockReset()
})

const draw = (mode: 'visible' | 'hidden' = 'visible') => (
  <Activity mode={mode}>
    <Modeler ref={null} xml="drawing" onChange={CHANGED} />
  </Activity>
)
test('what was drawn stays while the tab is hidden', async () => {
  const { rerender } = render(draw())
  const name = await screen.findByLabelText('流程名称')
  fireEvent.change(name, { target: { value: '请假' } })
  fireEvent.blur(name)
  expect(CHANGED).toHaveBeenCalledOnce()
  rerender(draw('hidden'))
  rerender(draw())
  await expect.poll(() => told).toEqual(['import drawing', 'destroy', 'import drawing+'])
})

test('a field that is written leaves the next one in place', async () => {
  render(draw())
  const name = await screen.findByLabelText('流程名称')
  const id = screen.getByLabelText('流程标识')
  fireEvent.change(name, { target: { value: '请假' } })
  id.focus()
  fireEvent.blur(name)
  expect(document.activeElement).toBe(id)
  expect(screen.getByLabelText<HTMLInputElement>('流程名称').value).toBe('请假')
})
