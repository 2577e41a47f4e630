import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../platform/_stage.tsx'
import { PRESETS } from '../../platform/theme/presets.ts'
import { choosePreset, useTheme } from '../../platform/theme/theme.ts'
import { ThemeDialog } from './ThemeDialog.tsx'

beforeEach(() => choosePreset(PRESETS[0]))

const button = (name: string) => screen.getByRole('button', { name })
const paint = (name: string) => document.documentElement.style.getPropertyValue(`--xh-${name}`)

test('every look is offered in small; the chosen one is marked and seen at once', () => {
  stage(<ThemeDialog onClose={vi.fn()} />)
  const looks = [...document.querySelectorAll('.theme-looks button')]
  expect(looks.map((one) => one.textContent)).toEqual(PRESETS.map(({ title }) => title))
  const samples = looks.map((one) => one.querySelector('rect')?.getAttribute('fill'))
  expect(samples[0]).not.toBe(samples[2])
  const light = paint('paper')
  fireEvent.click(button('夜读'))
  expect(useTheme.getState()).toEqual({ preset: 'theme-dark', seed: PRESETS[0].seed, isDark: true })
  expect(looks.filter((one) => one.getAttribute('aria-pressed') === 'true').map((one) => one.textContent)).toEqual([
    '夜读',
  ])
  expect(paint('paper')).not.toBe(light)
})

test('a colour is taken from the ready ones or chosen freely, and keeps look and mode', () => {
  stage(<ThemeDialog onClose={vi.fn()} />)
  fireEvent.click(button('#2E8B57'))
  expect(useTheme.getState()).toEqual({ preset: PRESETS[0].key, seed: '#2E8B57', isDark: false })
  expect(button('#2E8B57').getAttribute('aria-pressed')).toBe('true')
  const own = screen.getByLabelText<HTMLInputElement>('自选')
  expect(own.value).toBe('#2e8b57')
  fireEvent.change(own, { target: { value: '#c0392b' } })
  expect(useTheme.getState().seed).toBe('#c0392b')
  expect(button('#C0392B').getAttribute('aria-pressed')).toBe('true')
})

test('the dialog closes by its cross', () => {
  const onClose = vi.fn()
  stage(<ThemeDialog onClose={onClose} />)
  fireEvent.click(document.querySelector('.ant-modal-close') as HTMLElement)
  expect(onClose).toHaveBeenCalledOnce()
})
