import type { DoubledColumn } from '@xueheng/contract/domains/exam/doubled-column.ts'
import { expect, test } from 'vitest'
import { type Batch, canOpen, stepOf } from './wizard-steps.ts'

function batch(status: number, layout: 'wide' | 'unknown' = 'wide', questions: DoubledColumn[] = []): Batch {
  const sheet = {
    fileNo: 1,
    sheetNo: 1,
    name: 's',
    rowNum: 2,
    headerRow: 1,
    layout,
    titles: [],
    targets: [],
    isIgnored: false,
    isRemembered: false,
    questions,
  }
  return { status, files: [{ fileNo: 1, fileName: 'a', size: 1, message: '', sheets: [sheet] }] } as unknown as Batch
}

test('the step follows from the batch', () => {
  expect(stepOf(undefined, false)).toBe('choose')
  expect(stepOf(undefined, true)).toBe('upload')
  expect(stepOf(batch(2), true)).toBe('check')
  expect(stepOf(batch(2, 'unknown'), true)).toBe('mapping')
  expect(stepOf(batch(2, 'wide', [{ target: 'course:语文:score', columns: [] }]), true)).toBe('mapping')
  expect(stepOf(batch(5), true)).toBe('finish')
})

test('a written batch cannot be changed, an unchecked one not confirmed', () => {
  expect(canOpen('mapping', batch(5), true)).toBe(false)
  expect(canOpen('confirm', batch(2), true)).toBe(false)
  expect(canOpen('confirm', batch(3), true)).toBe(true)
  expect(canOpen('upload', undefined, false)).toBe(false)
})
