import { text } from '@xueheng/contract/kit/field.ts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { InputProps } from './field-view.ts'
import { lazyInput } from './lazy-input.tsx'

const user = userEvent.setup()
afterEach(cleanup)

/** A form of three fields, the second of which is fetched when `arrive` is called. */
function stage(Control: ComponentType<InputProps>): { arrive: () => void } {
  let arrive = () => {}
  const Lazy = lazyInput(() => new Promise((resolve) => (arrive = () => resolve(Control))), { isAhead: false })
  function Form() {
    const [value, setValue] = useState('old')
    return (
      <>
        <input aria-label="before" />
        <label htmlFor="middle">middle</label>
        <Lazy id="middle" field={text('中')} value={value} onChange={(next) => setValue(String(next))} />
        <input aria-label="after" />
      </>
    )
  }
  render(<Form />)
  return { arrive: () => arrive() }
}

function Typed({ id, value, onChange }: InputProps) {
  return <input id={id} data-real value={String(value)} onChange={(event) => onChange?.(event.target.value)} />
}

function Pressed({ id }: InputProps) {
  return (
    <div>
      <input id={id} data-real type="file" style={{ display: 'none' }} disabled />
      <button type="button">choose</button>
    </div>
  )
}

async function arrived(): Promise<void> {
  await waitFor(() => expect(document.querySelector('[data-real]')).toBeTruthy())
}

test('what stands in has its turn in the tab order, and hands over the focus and what was typed', async () => {
  const { arrive } = stage(Typed)
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('middle'))
  await user.keyboard('20{Enter}2')
  arrive()
  await arrived()
  expect(document.activeElement).toBe(document.querySelector('[data-real]'))
  await user.keyboard('6')
  expect((document.activeElement as HTMLInputElement).value).toBe('2026')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('after'))
})

test('what was typed before going on is handed over too, and the focus stays where it went', async () => {
  const { arrive } = stage(Typed)
  await user.type(screen.getByLabelText('middle'), '2026')
  await user.tab()
  arrive()
  await arrived()
  expect((screen.getByLabelText('middle') as HTMLInputElement).value).toBe('2026')
  expect(document.activeElement).toBe(screen.getByLabelText('after'))
})

test('where nothing was typed the value stays and is selected, as the tab key does', async () => {
  const { arrive } = stage(Typed)
  await user.click(screen.getByLabelText('middle'))
  arrive()
  await arrived()
  const control = document.activeElement as HTMLInputElement
  expect([control.value, control.selectionStart, control.selectionEnd]).toEqual(['old', 0, 3])
})

test('a control that takes no focus leaves it to its button; the focus elsewhere stays there', async () => {
  const first = stage(Pressed)
  await user.click(screen.getByLabelText('middle'))
  first.arrive()
  await arrived()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'choose' }))
  cleanup()
  const second = stage(Typed)
  await user.click(screen.getByLabelText('before'))
  second.arrive()
  await arrived()
  expect(document.activeElement).toBe(screen.getByLabelText('before'))
})
