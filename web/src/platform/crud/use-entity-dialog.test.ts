import { areaPopulation } from '@xueheng/contract/domains/school/area-population.ts'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CrudRow } from './row.ts'
import { useEntityDialog } from './use-entity-dialog.ts'

const { loadRow } = vi.hoisted(() => ({ loadRow: vi.fn() }))
vi.mock('./crud-api.ts', () => ({ loadRow, saveRow: vi.fn() }))

const SLOW = { id: '1', studyYear: 2025 } satisfies CrudRow
const QUICK = { id: '2', studyYear: 2026 } satisfies CrudRow

test('a row that arrives when the form of another is open does not get into it', async () => {
  const arrivals = new Map<string, (row: CrudRow) => void>()
  loadRow.mockImplementation((_entity: unknown, id: string) => new Promise((done) => arrivals.set(id, done)))
  const { result } = renderHook(() => useEntityDialog(areaPopulation))
  act(() => void result.current.edit(SLOW))
  act(() => result.current.close())
  act(() => void result.current.edit(QUICK))
  await act(async () => arrivals.get('1')?.(SLOW))
  expect([result.current.state.isOpen, result.current.state.row]).toEqual([true, undefined])
  await act(async () => arrivals.get('2')?.(QUICK))
  expect([result.current.state.row, result.current.state.initial]).toEqual([QUICK, QUICK])
})
