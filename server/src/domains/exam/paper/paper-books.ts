import { paperBooks } from '@xueheng/contract/domains/exam/paper/paper-calls.ts'
import {
  PAPER_COLUMNS,
  type PaperTexts,
  type PaperWords,
  YES_NO_LABELS,
  YES_NO_WORDS,
  readQuestion,
  writeQuestion,
} from '@xueheng/contract/domains/exam/paper/paper-cells.ts'
import { MOST_QUESTIONS, findPaperFaults } from '@xueheng/contract/domains/exam/paper/paper-faults.ts'
import type { GivenQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { type TableColumn, type TableRow, workbook } from '../../../platform/table-import/table-file.ts'
import {
  type Asked,
  type JudgedRow,
  type Judgement,
  type Kept,
  type TableImport,
  importHandlers,
} from '../../../platform/table-import/table-import.ts'
import { findExam } from '../exam-row.ts'
import { judgePaper } from './judge-paper.ts'
import { openPaper } from './open-paper.ts'
import { type PaperPlace, placeOf, readPaper } from './questions.ts'
import { storePaper } from './store-paper.ts'

const NOTE =
  '带 * 的列必填；题号相同的已有题目会被修改，其余新增；小题在上级题号中填大题的题号，小题分值合计应等于大题；知识点用、隔开，权重写作「名称:0.6」，不写则平均；漏选给分写分数、半分或每项几分；以「示例」开头的行不会导入'

const paperImport: TableImport = {
  title: '试卷题目导入',
  note: NOTE,
  columns: PAPER_COLUMNS,
  async columnsWithOptions(ctx): Promise<readonly TableColumn[]> {
    const labels = await wordsByKey(ctx)
    const options = new Map([
      ['questionType', [...labels.questionType.values()]],
      ['abilityLevel', [...labels.abilityLevel.values()]],
      ['isObjective', [...labels.isObjective.values()]],
    ])
    return PAPER_COLUMNS.map((column) => ({ ...column, options: options.get(column.key) }))
  },
  lock: (ctx) => `exam-paper-import-${ctx.user.tenantId}`,
  async at(ctx, asked, work) {
    await openPaper(ctx, askedPlace(asked))
    return work(ctx)
  },
  judge: judgeBook,
  save: saveBook,
}

function askedPlace(asked: Asked): PaperPlace {
  return placeOf({
    examId: String(asked['examId']),
    courseName: String(asked['courseName']),
    paperCode: asked['paperCode'] ? String(asked['paperCode']) : null,
  })
}

async function wordsByKey(ctx: Ctx): Promise<PaperWords> {
  const [questionType, abilityLevel] = [await dictLabels(ctx, 'question_type'), await dictLabels(ctx, 'ability_level')]
  return { questionType, abilityLevel, isObjective: YES_NO_LABELS }
}

function turned(words: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...words].map(([key, word]) => [word, key]))
}

interface Line {
  row: TableRow
  question: GivenQuestion
  faults: Record<string, string>
}

/** Each row by itself, then the paper as it would be. What is wrong with questions that are not in the book is told of the whole. */
async function judgeBook(ctx: Ctx, rows: TableRow[], asked: Asked): Promise<Judgement> {
  const place = askedPlace(asked)
  const isReplace = Number(asked['isReplace'] ?? 0) === 1
  const labels = await wordsByKey(ctx)
  const words = {
    questionType: turned(labels.questionType),
    abilityLevel: turned(labels.abilityLevel),
    isObjective: YES_NO_WORDS,
  }
  const lines = rows.map((row) => lineOf(row, words))
  const before = await readPaper(ctx, place)
  const inBook = new Set(lines.map(({ question }) => question.questionNo))
  const stay: GivenQuestion[] = isReplace ? [] : before.filter((row) => !inBook.has(row.questionNo))
  const paper = [...stay, ...lines.map(({ question }) => question)]
  const others: string[] = []
  for (const { at, field, message } of findPaperFaults(paper)) {
    const line = lines[at - stay.length]
    if (line) line.faults[field] ??= message
    else others.push(`第${paper[at]?.questionNo}题：${message}`)
  }
  if (paper.length > MOST_QUESTIONS) others.push(`一份试卷最多${MOST_QUESTIONS}题`)
  const known = new Set(before.map((row) => row.questionNo))
  return {
    message: others.slice(0, 3).join('；'),
    rows: lines.map(({ row, question, faults }) => ({
      ...row,
      faults,
      input: { ...place, isReplace, question },
      isKnown: known.has(question.questionNo),
    })),
  }
}

function lineOf(row: TableRow, words: PaperWords): Line {
  const texts = PAPER_COLUMNS.map(({ key }) => [key, row.values[key] ?? ''])
  const { question, faults } = readQuestion(Object.fromEntries(texts) as PaperTexts, words)
  return { row, question, faults: Object.fromEntries(faults.map(({ field, message }) => [field, message])) }
}

/** The questions of the book; those that stay come first, in their order. */
async function saveBook(ctx: Ctx, rows: JudgedRow[]): Promise<Kept> {
  const [first] = rows
  if (!first) return { added: 0, changed: 0 }
  const place = askedPlace(first.input)
  const before = await readPaper(ctx, place)
  const given = rows.map((row) => row.input['question'] as GivenQuestion)
  const byNo = new Map(given.map((one) => [one.questionNo, one]))
  const numbers = new Set(before.map((row) => row.questionNo))
  const stay = before.map((row) => byNo.get(row.questionNo) ?? row)
  const wanted =
    first.input['isReplace'] === true ? given : [...stay, ...given.filter((one) => !numbers.has(one.questionNo))]
  const { added, changed } = await storePaper(ctx, place, await judgePaper(ctx, wanted, numbers), '导入试卷题目')
  return { added, changed }
}

const NUMBERS = new Set<string>(['questionScore', 'optionNum', 'presetP', 'chooseNum'])

/** A paper as a workbook that can be imported again. */
async function fetchBook(ctx: Ctx, input: Input<typeof paperBooks.fetch>): Promise<FileAnswer> {
  const place = placeOf(input)
  const exam = await findExam(ctx, place.examId)
  const questions = await readPaper(ctx, place)
  const labels = await wordsByKey(ctx)
  const rows = questions.map((question) => cellsOf(writeQuestion(question, labels)))
  const header = PAPER_COLUMNS.map(({ key, title, width }) => ({
    key,
    title,
    width,
    kind: NUMBERS.has(key) ? ('number' as const) : ('text' as const),
  }))
  await logOperation(ctx, paperBooks.fetch.name, paperBooks.fetch.title, {
    entity: 'examCoursePaperQuestion',
    rowId: place.examId,
    after: { ...place, rows: rows.length },
  })
  const name = `${exam.examName}-${place.courseName}${place.paperCode}卷题目`
  return workbook(name, { name: place.courseName, header, rows, freeze: { rows: 1, columns: 1 } })
}

function cellsOf(texts: PaperTexts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, NUMBERS.has(key) && text !== '' ? Number(text) : text]),
  )
}

export const paperBookHandlers = [...importHandlers(paperBooks, paperImport), implement(paperBooks.fetch, fetchBook)]
