import { packageChange } from '@xueheng/contract/domains/report/package-change.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './package-change.page.tsx'

afterEach(() => vi.unstubAllGlobals())

const EXAM = { id: '7', examName: '高三一模', studyYear: 2025, examStatus: 6, beginDate: '2026-03-12' }
const CALL = packageChange.all.url.split('/').at(-1) ?? ''

function open(packageVersion: number): void {
  grant('examinfo_view', packageChange.all.permission)
  serve({ listall: () => ({ data: [{ ...EXAM, packageVersion }] }), dictionary: () => ({ data: [] }) })
  stage(<Page />, '?examId=7')
}

test('of an exam with one version nothing is asked, from the first moment on', async () => {
  open(1)
  expect(await screen.findByText('只有一版报表')).toBeTruthy()
  expect(callsTo(CALL)).toEqual([])
})

test('of an exam with two versions what changed is asked', async () => {
  open(2)
  await waitFor(() => expect(callsTo(CALL)).toHaveLength(1))
})
