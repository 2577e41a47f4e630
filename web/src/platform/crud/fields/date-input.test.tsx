import { dateTime } from '@xueheng/contract/kit/field.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setClock, useClock } from '../../i18n/clock.ts'
import { AntTheme } from '../../theme/AntTheme.tsx'
import { DateInput } from './DateInput.tsx'

const OF_MACHINE = useClock.getState().zone
afterEach(() => {
  cleanup()
  setClock(OF_MACHINE)
  vi.useRealTimers()
})

test.each([
  ['Asia/Shanghai', '2026-11-21 04:30:05'],
  ['America/New_York', '2026-11-20 15:30:05'],
])('此刻 is the moment on the clock that is set: %s', async (zone, moment) => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:30:05Z'), toFake: ['Date'] })
  setClock(zone)
  const onChange = vi.fn<(value: unknown) => void>()
  render(
    <AntTheme>
      <DateInput field={dateTime('时间')} value={undefined} onChange={onChange} />
    </AntTheme>,
  )
  fireEvent.mouseDown(screen.getByRole('textbox'))
  fireEvent.click(screen.getByRole('textbox'))
  fireEvent.click(await screen.findByText('此刻'))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(moment))
})
