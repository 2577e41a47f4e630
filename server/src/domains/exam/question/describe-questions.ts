import { IMPORT_COLUMNS, parseQuestionTarget, questionTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportSheet, SheetMapping } from '@xueheng/contract/domains/exam/import.ts'
import { refuse } from '../../../platform/error.ts'
import type { SheetHead } from '../import/describe-sheet.ts'
import { withoutReason } from '../import/describe-sheet.ts'
import { type HeadRow, layoutOf, targetsOf } from '../import/detect-sheet.ts'
import type { Paper } from './papers.ts'
import { partWord, questionWord } from './question-word.ts'

/** How the sheets of a workbook of question scores are read: each is of one paper, told by its name or that of the file. */
export function describeQuestionSheets(
  papers: Paper[],
  file: { fileNo: number; fileName: string },
  heads: SheetHead[],
): ImportSheet[] {
  const used = heads.filter(({ rowNum }) => rowNum > 0).length
  return heads.map((head, i) => {
    const place = { fileNo: file.fileNo, sheetNo: i + 1, name: head.name, rowNum: head.rowNum, isRemembered: false }
    const detected = readHead(papers, used === 1 ? [head.name, file.fileName] : [head.name], head.head)
    const leftOut = head.rowNum === 0 ? 'empty' : head.isHidden ? 'hidden' : undefined
    return { ...place, ...detected, isIgnored: leftOut !== undefined, ...(leftOut && { leftOut }) }
  })
}

type Read = Required<Pick<ImportSheet, 'headerRow' | 'layout' | 'titles' | 'targets' | 'courseName' | 'paperCode'>>

function readHead(papers: Paper[], names: string[], head: HeadRow[]): Read {
  const { headerRow, titles } = findHeader(papers, head)
  const paper = headerRow > 0 ? paperOf(papers, names, titles) : undefined
  const targets = questionTargets(titles, paper, papers)
  return {
    headerRow,
    titles,
    targets,
    courseName: paper?.courseName ?? '',
    paperCode: paper?.paperCode ?? '',
    layout: paper ? layoutOf('question', targets) : 'unknown',
  }
}

/** The row with the exam number; the questions may stand in the one above or below, full marks below that. */
function findHeader(papers: Paper[], head: HeadRow[]): { headerRow: number; titles: string[] } {
  const at = head.findIndex(({ cells }) => plainTargets(cells).includes('studentNumber'))
  const own = head[at]
  if (!own) return { headerRow: 0, titles: head[0]?.cells ?? [] }
  const known = new Set(papers.flatMap(({ questions }) => questions.map(partWord)))
  const numbersIn = (row?: HeadRow) => (row?.cells ?? []).filter((cell) => known.has(partWord(cell))).length
  const number = plainTargets(own.cells).indexOf('studentNumber')
  const isTold = numbersIn(own) > 0 || plainTargets(own.cells).includes('questionNo')
  const isHead = (row?: HeadRow) => /^(题号)?$/.test(row?.cells[number] ?? '') && numbersIn(row) > 0
  const beside = isTold ? undefined : [head[at - 1], head[at + 1]].find(isHead)
  const titles = beside ? joinCells(own.cells, beside.cells) : own.cells
  const last = beside && beside.rowNo > own.rowNo ? at + 1 : at
  const next = head[last + 1]
  const isFull = next !== undefined && isFullMarks(next.cells, number)
  return { headerRow: (isFull ? next : head[last])?.rowNo ?? own.rowNo, titles }
}

function joinCells(own: string[], beside: string[]): string[] {
  const told = plainTargets(own)
  const width = Math.max(own.length, beside.length)
  return Array.from({ length: width }, (_none, i) => (told[i] ? own[i] : beside[i] || own[i]) ?? '')
}

/** A line of full marks has nobody's number and numbers elsewhere. */
function isFullMarks(cells: string[], number: number): boolean {
  const who = cells[number] ?? ''
  const others = cells.filter((cell, i) => i !== number && cell !== '' && !/满分|分值/.test(cell))
  return (
    (who === '' || /满分|分值/.test(who)) && others.length > 0 && others.every((cell) => /^\d+(\.\d+)?$/.test(cell))
  )
}

function plainTargets(titles: string[]): string[] {
  return targetsOf('question', titles, [])
}

/** The paper a sheet is named after; of the papers of one course the one whose questions it has. */
function paperOf(papers: Paper[], names: string[], titles: string[]): Paper | undefined {
  const named = names
    .map((name) => papers.filter((paper) => paper.names.some((one) => name.includes(one))))
    .find((found) => found.length > 0)
  const own = named ?? papers
  if (new Set(own.map((paper) => paper.courseName)).size !== 1) return undefined
  const called = own.find(({ paperCode }) => names.some((name) => name.toUpperCase().includes(`${paperCode}卷`)))
  return called ?? own.toSorted((a, b) => matchesOf(b, titles) - matchesOf(a, titles))[0]
}

function matchesOf(paper: Paper, titles: string[]): number {
  return titles.filter((title) => findQuestion(paper, title) !== undefined).length
}

function findQuestion({ questions }: Paper, title: string): string | undefined {
  const word = questionWord(title)
  return (
    questions.find((one) => questionWord(one) === word) ?? questions.find((one) => partWord(one) === partWord(title))
  )
}

/** What each column fills. A number that is no question of the paper keeps its column, so that it is told. */
export function questionTargets(titles: string[], paper: Paper | undefined, papers: Paper[]): string[] {
  const plain = plainTargets(titles)
  const isLong = plain.includes('questionNo') && plain.includes('markText')
  const read = titles.map((title, i) => plain[i] || (paper && !isLong ? columnOf(paper, papers, title) : ''))
  return read.map((target, i) => (read.indexOf(target) === i ? target : ''))
}

function columnOf(paper: Paper, papers: Paper[], title: string): string {
  const found = findQuestion(paper, title)
  if (found !== undefined) return questionTarget(found)
  const others = papers.filter((one) => one.courseName === paper.courseName && one !== paper)
  const [strange] = others.flatMap((one) => findQuestion(one, title) ?? [])
  if (strange !== undefined) return questionTarget(strange)
  const word = questionWord(title)
  const isNumber = /^\d{1,3}([(.\-_]\S{0,10})?$/.test(word)
  return isNumber && !paper.parents.some((one) => questionWord(one) === word) ? questionTarget(word) : ''
}

/** What a user says of a sheet; a paper chosen anew is read anew. */
export function mapQuestionSheet(papers: Paper[], sheet: ImportSheet, mapping: SheetMapping): ImportSheet {
  if (mapping.isIgnored) return { ...sheet, isIgnored: true, leftOut: sheet.leftOut ?? 'ignored' }
  if (mapping.headerRow !== sheet.headerRow) throw refuse('小题分的表头行由系统识别，请调整工作簿后重新上传')
  const paper = papers.find(
    (one) => one.courseName === mapping.courseName && one.paperCode === (mapping.paperCode || one.paperCode),
  )
  if (!paper) throw refuse(`请选择工作表「${sheet.name}」的科目与试卷`)
  const isSame = paper.courseName === sheet.courseName && paper.paperCode === sheet.paperCode
  const targets = isSame ? checkTargets(sheet, mapping.targets) : questionTargets(sheet.titles, paper, papers)
  const { courseName, paperCode } = paper
  return {
    ...withoutReason(sheet),
    isIgnored: false,
    courseName,
    paperCode,
    targets,
    layout: layoutOf('question', targets),
  }
}

function checkTargets({ name, titles }: ImportSheet, given: string[]): string[] {
  const targets = titles.map((_title, i) => given[i] ?? '')
  const known = (target: string) =>
    target === '' ||
    parseQuestionTarget(target) !== undefined ||
    IMPORT_COLUMNS.question.some((column) => column.target === target)
  if (!targets.every(known)) throw refuse('列的含义不正确')
  const filled = targets.filter(Boolean)
  if (new Set(filled).size < filled.length) throw refuse(`工作表「${name}」有两列的含义相同`)
  return targets
}
