import type { lineStdnumCourseWenLi, lineStdnumWenLi } from '@xueheng/contract/domains/report/line-stdnum.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'

/** A figure of one stream, or of both together. */
export type WenLiRow = Partial<Output<typeof lineStdnumWenLi>[number]> &
  Partial<Output<typeof lineStdnumCourseWenLi>[number]>

export const BLOCKS = ['文科', '理科', '合计'] as const

export const PART_TITLES = { total: '总分', course: '单科' } as const
export type Part = keyof typeof PART_TITLES

/** A school, or one course of it, with its blocks. */
export interface BlockRow {
  key: string
  areaName: string
  schoolName: string
  courseName: string | undefined
  blocks: Partial<Record<string, WenLiRow>>
}

/** Rows of blocks one below the other become one row for each school and course, in the order they come. */
export function besideEachOther(rows: readonly WenLiRow[]): BlockRow[] {
  const found = new Map<string, BlockRow>()
  for (const row of rows) {
    const { areaName, schoolCode, schoolName, courseName } = row
    const key = `${schoolCode} ${courseName ?? ''}`
    const known = found.get(key) ?? {
      key,
      areaName: areaName ?? '',
      schoolName: schoolName ?? '',
      courseName: courseName ?? undefined,
      blocks: {},
    }
    known.blocks[row.block ?? ''] = row
    found.set(key, known)
  }
  return [...found.values()]
}
