import { defineCall } from '../../kit/call.ts'
import { type Fields, integer, json, paragraph, ref, text } from '../../kit/field.ts'

/** Characters a text of a paper has at most. */
export const LONGEST_TEXT = 1000

/** 一份文档：一所学校的分册、一个班一科的讲评单。 */
export interface PaperDocument {
  document: string
  name: string
  /** 是否有人编辑过其中的文字 */
  isEdited: boolean
}

/** 一节的文字：由数字按规则生成，可由人改写；印制时用 `text`。 */
export interface PaperText {
  part: string
  title: string
  generated: string
  text: string
  /** 印制的是改写的文字。 */
  isEdited: boolean
  /** 改写之后数字变了，改写的文字不再采用。 */
  staleText: string
  editUserName: string
  editTime: string
  /** 读到的改写的版本；没有改写时为空。 */
  version: string
}

const EDITED_PARTS = {
  document: text('文档', { required: true, length: 200 }),
  part: text('章节', { required: true, length: 20 }),
  generated: paragraph('生成的文字', { required: true, length: 4000, help: '读到的生成文字；数字已变时拒绝保存' }),
  version: text('读到的版本', { length: 64 }),
  text: paragraph('改写的文字', { length: LONGEST_TEXT, help: '不填则恢复为生成的文字' }),
}

/** The calls that read and change what is written in a paper beside its figures, by the right to print it. */
export function paperTextCalls<U extends Fields>(name: string, permission: string, title: string, units: U) {
  const about = { examId: ref('考试', 'examInfo', { required: true }), ...units }
  const path = `/api/bigdata-service/report/paper/${name}`
  return {
    read: defineCall(`paper.${name}.texts`, {
      method: 'GET',
      path: `${path}/texts`, // inferred
      title: `${title}的文字`,
      access: { permission },
      input: {
        ...about,
        document: text('文档', { length: 200, help: '不填为第一份' }),
      },
      output: {
        total: integer('文档数', { required: true, help: '多于列出的，请缩小范围' }),
        documents: json<PaperDocument[]>('文档', { required: true }),
        document: text('所读文档', { required: true }),
        texts: json<PaperText[]>('文字', { required: true }),
      },
    }),
    edit: defineCall(`paper.${name}.editText`, {
      method: 'POST',
      path: `${path}/editText`, // inferred
      title: `改写${title}的文字`,
      access: { permission },
      input: { ...about, ...EDITED_PARTS },
      answer: 'status',
    }),
  }
}
