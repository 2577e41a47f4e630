import { defineEntity } from '../../../kit/entity.ts'
import { type Row, decimal, dict, flag, integer, json, ref, score, text } from '../../../kit/field.ts'

/** One thing a question asks for. The weights of one question add up to 1. */
export interface KnowledgePoint {
  code: string | null
  name: string
  /** Share of the question, at most four decimals. */
  weight: number
}

/**
 * What an answer with only some of the right options earns, and none of the wrong ones: half of the marks, so many
 * marks, or so many marks for each right option. Without a rule it earns nothing.
 */
export interface PartRule {
  kind: 'half' | 'fixed' | 'each'
  /** Marks; none with `half`. */
  score: number | null
}

/** Keys of dictionary question_type whose answers are options. */
export const QUESTION_TYPE = { single: '1', multiple: '2', judge: '3' } as const

/** Options of a question that does not say how many it has. */
export const USUAL_OPTIONS = 4

/** The paper of a course that has only one. */
export const ONLY_PAPER = 'A'

/** What a teacher fills in for each question. */
export const questionFields = {
  questionNo: text('题号', { required: true, search: 'like', length: 20 }),
  parentNo: text('上级题号', { length: 20, help: '小题所在大题的题号' }),
  questionType: dict('题型', 'question_type', { required: true, search: true }), // inferred
  isObjective: flag('客观题', { default: 0 }), // inferred
  questionScore: score('分值', { required: true, min: 0.5, max: 1000 }), // inferred
  answer: text('答案', { length: 50 }), // inferred
  // inferred: what the key is checked against
  optionNum: integer('选项数', { min: 2, max: 26, help: '留空为4个选项' }),
  partRule: json<PartRule | null>('漏选给分', { shape: 'row' }), // inferred
  knowledgePoints: json<KnowledgePoint[] | null>('知识点', { shape: 'rows' }), // inferred
  abilityLevel: dict('能力层次', 'ability_level'), // inferred
  presetP: decimal('预设难度', { min: 0, max: 1 }), // inferred
  module: text('模块', { length: 50 }), // inferred
  chooseGroup: text('选做组', { length: 10, help: '同组的题任选几题作答，总分只计所选题数' }), // inferred
  chooseNum: integer('选做题数', { min: 1, max: 20 }), // inferred
  sourceQuestionId: text('来源题目', { length: 64, list: false }), // inferred
}

/** 试卷题目（双向细目表）：一科一卷的每一道题。 */
export const paperQuestion = defineEntity('examCoursePaperQuestion', {
  title: '试卷题目',
  service: 'bigdata-service',
  limited: true,
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add' }),
    courseName: text('科目', { isWorded: true, required: true, search: true, length: 20, editable: 'add' }),
    paperCode: text('试卷', { default: ONLY_PAPER, required: true, length: 4, editable: 'add' }),
    // inferred: small, so that millions of question marks name their question by it
    questionId: integer('题目编号', { required: true, editable: 'never', list: false, min: 1, max: 32_767 }),
    ...questionFields,
    sort: integer('排序', { default: 0, list: false }),
  },
  unique: [['examId', 'courseName', 'paperCode', 'questionNo']],
  order: ['examId', 'courseName', 'paperCode', 'sort'],
})

/** A question as it is filled in. */
export type PaperQuestion = Row<typeof questionFields>

/** One of them that is kept, or not yet. */
export type GivenQuestion = PaperQuestion & { id?: string | undefined }

/** Tells two states of a paper apart: whoever saves one says which it was read as. */
export function paperVersion(rows: readonly { id: string; updateTime: string | null }[]): string {
  const text = rows.map(({ id, updateTime }) => `${id}@${updateTime}`).join()
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return `${rows.length}-${hash.toString(16)}`
}
