import type { PaperChart, PaperRequest } from '../../../platform/paper/paper.ts'
import { wallDay } from '../../../platform/clock.ts'
import { type SheetSpec, writeWorkbook } from '../../../platform/sheet/write.ts'
import { reportSheet } from '../report-sheet.ts'
import type { PaperDesk } from './paper-desk.ts'
import { type PaperTable, type TypeTable, setTable } from './set-table.ts'

export interface PaperPicture extends PaperChart {
  caption: string
}

/** Sentences, under the name by which a person's own words in their place are kept. */
export interface Findings {
  part: string
  lines: string[]
}

export interface PaperSection {
  title: string
  /** Sentences made of facts. */
  findings?: Findings
  /** Who put the sentences into other words, and when. */
  edited?: string
  charts?: PaperPicture[]
  tables?: PaperTable[]
}

/** One document of a paper before it is set: the same for PDF and workbook. */
export interface PaperDoc {
  /** What its file is called, without an ending. */
  name: string
  title: string
  /** Whom it is about. */
  unit: string
  template: URL
  isOfStudents: boolean
  facts: [label: string, value: string][]
  sections: PaperSection[]
  basis: string[]
  /** What only its own template knows. */
  more?: object
  charts?: Record<string, PaperChart>
  /** Students named in it. */
  students: number
  /** Their rows, of a document that tells of each by himself. */
  rows?: object[]
}

/** A document as the press takes it. */
export function toRequest(desk: PaperDesk, doc: PaperDoc): PaperRequest {
  const charts: Record<string, PaperChart> = { ...doc.charts }
  const sections = doc.sections.map((section, at) => setSection(section, at, charts))
  const facts = doc.facts.map(([label, value]) => ({ label, value }))
  const { title, unit, basis, template } = doc
  const frame = { bureau: desk.bureau, exam: desk.source.examName, alert: desk.alert, day: wallDay(desk.ctx.now) }
  const mark = doc.isOfStudents ? desk.made : null
  const data = { ...frame, title, unit, facts, sections, basis, mark, by: desk.ctx.user.name, foot: footOf(desk) }
  return { template, data: { ...data, ...doc.more }, charts }
}

/** One document of a paper; its figures are read when it is written and not before. */
export interface PlannedDoc {
  /** What it is about, the same for everybody: words of people are kept under it. */
  document: string
  /** As people call it. */
  name: string
  write: () => Promise<PaperDoc>
}

interface TypeSection {
  title: string
  findings: string[]
  edited: string
  charts: { name: string; caption: string }[]
  tables: TypeTable[]
}

function setSection(
  { title, findings, edited = '', charts = [], tables = [] }: PaperSection,
  at: number,
  into: Record<string, PaperChart>,
): TypeSection {
  const named = charts.map(({ caption, ...chart }, index) => {
    const name = `section${at}-${index}`
    into[name] = chart
    return { name, caption }
  })
  return { title, findings: findings?.lines ?? [], edited, charts: named, tables: tables.flatMap(setTable) }
}

/** At the foot of every page: exam, version, time, by whom. */
function footOf({ source, made }: PaperDesk): string {
  return `${source.examName}　报表第${source.version}版　${made}`
}

/** The same tables as a workbook, one sheet each. */
export function toWorkbook(desk: PaperDesk, doc: PaperDoc): Promise<Buffer> {
  const { made, alert } = desk
  const heading = `${desk.bureau} ${desk.source.examName} ${doc.title}`.trim()
  return writeWorkbook(
    doc.sections
      .flatMap(({ tables = [] }) => tables)
      .map(({ caption, headers, records, totals, notes = [] }): SheetSpec => {
        const foot = [`口径：${doc.basis.join('；')}`, ...notes, made]
        const title = [heading, `${doc.unit}　${caption}`, ...(alert ? [`【${alert}】`] : [])]
        return reportSheet(caption, { title, foot, pageFoot: footOf(desk) }, headers, records, totals)
      }),
  )
}
