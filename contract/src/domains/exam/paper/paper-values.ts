import { type Problem, parseFields } from '../../../derive/schema.ts'
import {
  type GivenQuestion,
  type KnowledgePoint,
  type PaperQuestion,
  type PartRule,
  QUESTION_TYPE,
  questionFields,
} from './paper-question.ts'

const EMPTY: PaperQuestion = {
  questionNo: '',
  parentNo: null,
  questionType: '',
  isObjective: 0,
  questionScore: 0,
  answer: null,
  optionNum: null,
  partRule: null,
  knowledgePoints: null,
  abilityLevel: null,
  presetP: null,
  module: null,
  chooseGroup: null,
  chooseNum: null,
  sourceQuestionId: null,
}

const OBJECTIVE: ReadonlySet<string> = new Set(Object.values(QUESTION_TYPE))

/** Whether answers of a type are marked by their key where nothing else is said. */
export function isObjectiveType(questionType: string): boolean {
  return OBJECTIVE.has(questionType)
}

/** A question as it was sent, in the one form it is kept in, with all that is wrong with its values by themselves. */
export function parseQuestion(given: unknown): { question: GivenQuestion; problems: Problem[] } {
  const sent = isRecord(given) ? given : {}
  const parsed = parseFields(questionFields, withoutBlanks(sent))
  const { partRule, knowledgePoints } = sent
  const problems = [
    ...(parsed.ok ? [] : parsed.problems),
    ...(isBlank(partRule) || isPartRule(partRule) ? [] : [{ field: 'partRule', message: '漏选给分的格式不正确' }]),
    ...(isBlank(knowledgePoints) || isPoints(knowledgePoints)
      ? []
      : [{ field: 'knowledgePoints', message: '知识点的格式不正确' }]),
  ]
  const question: PaperQuestion = {
    ...EMPTY,
    ...(parsed.ok ? parsed.value : {}),
    partRule: isPartRule(partRule) ? { kind: partRule.kind, score: partRule.score ?? null } : null,
    knowledgePoints: isPoints(knowledgePoints) && knowledgePoints.length > 0 ? knowledgePoints.map(pointOf) : null,
  }
  const id = typeof sent['id'] === 'string' && sent['id'] !== '' ? sent['id'] : undefined
  return { question: { ...tidyQuestion(question), id }, problems }
}

/** Numbers of questions and keys in their one way of writing: half-width, letters in order. */
export function tidyQuestion(question: PaperQuestion): PaperQuestion {
  const { questionNo, parentNo, chooseGroup, answer, questionType } = question
  return {
    ...question,
    questionNo: plainNo(questionNo),
    parentNo: parentNo ? plainNo(parentNo) : null,
    chooseGroup: chooseGroup ? plainNo(chooseGroup) : null,
    answer: answer ? plainAnswer(answer, questionType) : null,
  }
}

/** `１２（１）` and `12 (1)` are `12(1)`. */
export function plainNo(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '')
}

const JUDGED: Record<string, string> = {
  '√': '对',
  '✓': '对',
  T: '对',
  正确: '对',
  '×': '错',
  '✗': '错',
  X: '错',
  F: '错',
  错误: '错',
}

function plainAnswer(text: string, questionType: string): string {
  const plain = text.normalize('NFKC').trim()
  if (questionType === QUESTION_TYPE.judge) return JUDGED[plain.toUpperCase()] ?? plain.toUpperCase()
  if (questionType !== QUESTION_TYPE.single && questionType !== QUESTION_TYPE.multiple) return plain
  return [...plain.toUpperCase().replaceAll(/[\s,、;]/g, '')].toSorted().join('')
}

function withoutBlanks(sent: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(sent).filter(([name]) => name !== 'partRule' && name !== 'knowledgePoints')
  return Object.fromEntries(kept.map(([name, value]) => [name, value === '' ? null : value]))
}

function pointOf({ code, name, weight }: KnowledgePoint): KnowledgePoint {
  return { code: code ? code.trim() : null, name: name.trim(), weight }
}

function isPartRule(value: unknown): value is PartRule {
  if (!isRecord(value)) return false
  const { kind, score } = value
  return kind === 'half' || ((kind === 'fixed' || kind === 'each') && typeof score === 'number')
}

const MOST_POINTS = 20

function isPoints(value: unknown): value is KnowledgePoint[] {
  return Array.isArray(value) && value.length <= MOST_POINTS && value.every(isPoint)
}

function isPoint(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { code, name, weight } = value
  const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= 50
  return isNamed && typeof weight === 'number' && (isBlank(code) || (typeof code === 'string' && code.length <= 32))
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
