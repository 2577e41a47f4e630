import { fieldMessage } from '../../../derive/schema.ts'
import { type KnowledgePoint, type PaperQuestion, type PartRule, questionFields } from './paper-question.ts'
import { isObjectiveType, parseQuestion } from './paper-values.ts'

/** The columns of a blueprint as a sheet: in the grid and in the workbook. */
export const PAPER_COLUMNS = [
  { key: 'questionNo', title: '题号', also: ['题目编号'], isRequired: true, example: '1', width: 10 },
  { key: 'parentNo', title: '上级题号', also: ['大题', '大题号'], example: '', width: 12 },
  { key: 'questionType', title: '题型', isRequired: true, example: '单选题', width: 12 },
  { key: 'questionScore', title: '分值', also: ['满分', '分数'], isRequired: true, example: '5', width: 10 },
  { key: 'isObjective', title: '客观题', also: ['主客观'], example: '是', width: 10 },
  { key: 'answer', title: '答案', also: ['标准答案', '参考答案'], example: 'C', width: 14 },
  { key: 'optionNum', title: '选项数', example: '4', width: 10 },
  { key: 'partRule', title: '漏选给分', example: '', width: 12 },
  { key: 'knowledgePoints', title: '知识点', example: '集合:0.6、函数:0.4', width: 30 },
  { key: 'abilityLevel', title: '能力层次', also: ['能力要求', '认知层次'], example: '理解', width: 12 },
  { key: 'presetP', title: '预设难度', also: ['难度', '预估难度'], example: '0.65', width: 12 },
  { key: 'module', title: '模块', example: '', width: 16 },
  { key: 'chooseGroup', title: '选做组', example: '', width: 10 },
  { key: 'chooseNum', title: '选做题数', example: '', width: 10 },
] as const

export type PaperColumn = (typeof PAPER_COLUMNS)[number]['key']
export type PaperTexts = Record<PaperColumn, string>

/** Keys by their words, or words by their keys: of the two dictionaries, and of yes (1) and no (0). */
export interface PaperWords {
  questionType: ReadonlyMap<string, string>
  abilityLevel: ReadonlyMap<string, string>
  isObjective: ReadonlyMap<string, string>
}

export const YES_NO_LABELS: ReadonlyMap<string, string> = new Map([
  ['1', '是'],
  ['0', '否'],
])

/** What people write for yes and no. */
export const YES_NO_WORDS: ReadonlyMap<string, string> = new Map([
  ['是', '1'],
  ['否', '0'],
  ['1', '1'],
  ['0', '0'],
  ['客观', '1'],
  ['主观', '0'],
  ['客观题', '1'],
  ['主观题', '0'],
])

export interface CellFault {
  field: PaperColumn
  message: string
}

type Read<T> = { value: T } | { fault: string }

/** The question a line of texts says, with what is wrong with its cells by themselves. */
export function readQuestion(texts: PaperTexts, words: PaperWords): { question: PaperQuestion; faults: CellFault[] } {
  const questionType = readWord('题型', texts.questionType, words.questionType)
  const type = 'value' in questionType ? (questionType.value ?? '') : ''
  const read = {
    questionType,
    questionScore: readNumber('分值', texts.questionScore),
    isObjective: readFlag(texts.isObjective, words.isObjective, isObjectiveType(type)),
    optionNum: readNumber('选项数', texts.optionNum),
    partRule: readPartRule(texts.partRule),
    knowledgePoints: readPoints(texts.knowledgePoints),
    abilityLevel: readWord('能力层次', texts.abilityLevel, words.abilityLevel),
    presetP: readShare(texts.presetP),
    chooseNum: readNumber('选做题数', texts.chooseNum),
  }
  const { questionNo, parentNo, answer, module, chooseGroup } = texts
  const known = Object.entries(read).flatMap(([name, one]) => ('value' in one ? [[name, one.value]] : []))
  const asTyped: [string, unknown][] = Object.entries({ questionNo, parentNo, answer, module, chooseGroup })
  const given = Object.fromEntries([...asTyped, ...known])
  const unread = Object.entries(read).flatMap(([name, one]) => ('fault' in one ? [{ name, message: one.fault }] : []))
  const { question } = parseQuestion({ ...STAND_IN, ...withoutFaults(given) })
  const isNumbered = !messageOf('questionNo', questionNo)
  const isMarked = !messageOf('questionScore', given['questionScore'])
  return {
    question: {
      ...question,
      questionNo: isNumbered ? question.questionNo : '',
      questionScore: isMarked ? question.questionScore : 0,
    },
    faults: faultsOf(given, unread),
  }
}

/** Stands for a value that is missing or wrong, so that the rest of the line is still read. */
const STAND_IN = { questionNo: '?', questionType: '0', questionScore: 1 }

function withoutFaults(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !messageOf(name, value)))
}

function messageOf(name: string, value: unknown): string | undefined {
  const field = PAPER_COLUMNS.some(({ key }) => key === name) ? questionFields[name as PaperColumn] : undefined
  return field && fieldMessage(field, value)
}

function faultsOf(given: Record<string, unknown>, unread: { name: string; message: string }[]): CellFault[] {
  return PAPER_COLUMNS.flatMap(({ key }) => {
    const message = unread.find(({ name }) => name === key)?.message ?? messageOf(key, given[key])
    return message ? [{ field: key, message }] : []
  })
}

function readWord(label: string, text: string, words: ReadonlyMap<string, string>): Read<string | null> {
  const word = text.trim()
  if (word === '') return { value: null }
  const key = words.get(word)
  return key === undefined ? { fault: `${label}「${word}」不在字典中` } : { value: key }
}

function readNumber(label: string, text: string): Read<number | null> {
  const plain = text.normalize('NFKC').trim().replace(/分$/, '')
  if (plain === '') return { value: null }
  return /^\d{1,6}(\.\d{1,4})?$/.test(plain) ? { value: Number(plain) } : { fault: `${label}应为数字` }
}

function readFlag(text: string, words: ReadonlyMap<string, string>, usual: boolean): Read<number> {
  const word = text.normalize('NFKC').trim()
  if (word === '') return { value: usual ? 1 : 0 }
  const key = words.get(word)
  return key === undefined ? { fault: '客观题应为是或否' } : { value: Number(key) }
}

/** 0.65 or 65%, as the text exact numbers are kept in. */
function readShare(text: string): Read<string | null> {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return { value: null }
  const [, number, percent] = /^(\d{1,3}(?:\.\d{1,4})?)(%?)$/.exec(plain) ?? []
  if (number === undefined) return { fault: '预设难度应为0到1之间的数字' }
  return { value: percent ? String(Math.round(Number(number)) / 100) : number }
}

/** `半分`, `2`, `每项2`. */
function readPartRule(text: string): Read<PartRule | null> {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return { value: null }
  if (plain === '半分' || plain === '一半') return { value: { kind: 'half', score: null } }
  const [, each, score] = /^(每[项个])?(\d{1,3}(?:\.5|\.0)?)分?$/.exec(plain) ?? []
  if (score === undefined) return { fault: '漏选给分应为分数、半分，或每项几分' }
  return { value: { kind: each ? 'each' : 'fixed', score: Number(score) } }
}

/** `集合:0.6、函数[K02]:40%`; without weights each has the same share. */
function readPoints(text: string): Read<KnowledgePoint[] | null> {
  const parts = text
    .split(/[、,，;；\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
  if (parts.length === 0) return { value: null }
  const read = parts.map(readPoint)
  const weighted = read.filter(({ weight }) => weight !== null)
  if (weighted.length > 0 && weighted.length < read.length) return { fault: '知识点的权重应全部填写或全部不填' }
  if (read.some(({ name, weight }) => name === '' || Number.isNaN(weight)))
    return { fault: '知识点应写作「名称」或「名称:权重」' }
  const shares = equalShares(read.length)
  return { value: read.map((one, i) => ({ ...one, weight: one.weight ?? shares[i] ?? 0 })) }
}

function readPoint(text: string): { code: string | null; name: string; weight: number | null } {
  const [, label = '', share] = /^([^:：]*)(?:[:：](.*))?$/.exec(text) ?? []
  const [, name = label, code] = /^(.*?)\[(.+)\]$/.exec(label.trim()) ?? []
  return { code: code?.trim() ?? null, name: name.trim(), weight: share === undefined ? null : weightOf(share) }
}

function weightOf(text: string): number {
  const plain = text.normalize('NFKC').trim()
  if (!/^\d+(\.\d{1,4})?%?$/.test(plain)) return Number.NaN
  return plain.endsWith('%') ? Math.round(Number(plain.slice(0, -1)) * 100) / 10_000 : Number(plain)
}

/** Shares of four decimals that add up to 1; the last one takes what is left over. */
export function equalShares(count: number): number[] {
  const each = Math.floor(10_000 / count)
  return Array.from({ length: count }, (_none, i) => (i < count - 1 ? each : 10_000 - each * (count - 1)) / 10_000)
}

/** The texts of a question, which read as the same question. `labels`: words by key. */
export function writeQuestion(question: PaperQuestion, labels: PaperWords): PaperTexts {
  const { questionType, abilityLevel, isObjective, presetP } = question
  return {
    questionNo: question.questionNo,
    parentNo: question.parentNo ?? '',
    questionType: labels.questionType.get(questionType) ?? questionType,
    questionScore: String(question.questionScore),
    isObjective: labels.isObjective.get(String(isObjective ?? 0)) ?? '',
    answer: question.answer ?? '',
    optionNum: numberText(question.optionNum),
    partRule: writePartRule(question.partRule),
    knowledgePoints: writePoints(question.knowledgePoints),
    abilityLevel: abilityLevel ? (labels.abilityLevel.get(abilityLevel) ?? abilityLevel) : '',
    presetP: presetP ? String(Number(presetP)) : '',
    module: question.module ?? '',
    chooseGroup: question.chooseGroup ?? '',
    chooseNum: numberText(question.chooseNum),
  }
}

function numberText(value: number | null): string {
  return value === null ? '' : String(value)
}

export function writePartRule(rule: PartRule | null): string {
  if (!rule) return ''
  if (rule.kind === 'half') return '半分'
  return rule.kind === 'each' ? `每项${rule.score}` : String(rule.score)
}

export function writePoints(points: KnowledgePoint[] | null): string {
  if (!points) return ''
  const shares = equalShares(points.length)
  const isEqual = points.every(({ weight }, i) => weight === shares[i])
  return points
    .map(({ code, name, weight }) => `${name}${code ? `[${code}]` : ''}${isEqual ? '' : `:${weight}`}`)
    .join('、')
}
