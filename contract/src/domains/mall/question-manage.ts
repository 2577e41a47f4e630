import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { decimal, dict, flag, integer, json, paragraph, ref, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

const rest = { list: false } as const
const option = (key: string) => text(`选项${key}`, { ...rest, length: 200 })

/** 阅读题目：一本书的一道题。答案按题型核对；已有学生作答的题目不再改题干、选项和答案。 */ // inferred
export const questionManage = defineEntity('questionmanage', {
  title: '阅读题目',
  service: MALL_SERVICES,
  table: 'mall_question',
  dialect: 'mall',
  fields: {
    bookId: ref('图书', 'bookinfo', { required: true, search: true }),
    chapter: text('章节', { search: true, length: 100 }),
    questionType: dict('题型', 'reading_question_type', { numeric: true, required: true, default: 1, search: true }),
    title: text('题干', { required: true, search: true, length: 500 }),
    optionA: option('A'),
    optionB: option('B'),
    optionC: option('C'),
    optionD: option('D'),
    optionE: option('E'),
    optionF: option('F'),
    answer: text('答案', {
      ...rest,
      required: true,
      length: 500,
      help: '单选填A，多选填ABD，判断填√或×，填空的几种写法用|隔开，简答填参考答案',
    }),
    analysis: paragraph('解析', { length: 1000 }),
    score: decimal('分值', { required: true, scale: 1, min: 0.5, max: 100, default: '1' }),
    difficulty: integer('难度', { min: 1, max: 5, default: 3, help: '1最易，5最难' }),
    ability: dict('阅读能力', 'reading_ability', { numeric: true, search: true }),
    sort: integer('排序', { ...rest, min: 0, max: 9999, default: 0 }),
    isEnabled: flag('启用', { default: 1, search: true }),
    usedCount: integer('作答次数', { editable: 'never' }),
    correctCount: integer('答对次数', { editable: 'never', list: false }),
  },
  unique: [['bookId', 'title']],
  importKey: ['bookId', 'title'],
  order: ['bookId', 'sort'],
})

const [path = '', ...aliases] = questionManage.paths.map((base) => `${base}/upload/question`)

/** 一本书的许多题目：全部保存，或者一道也不保存并说明每道题的问题。 */ // inferred
export const questionUpload = defineCall('questionmanage.upload', {
  method: 'POST',
  path,
  aliases,
  title: '上传阅读题目',
  access: { permission: 'questionmanage_add' },
  input: {
    bookId: ref('图书', 'bookinfo', { required: true }),
    questions: json<object[]>('题目', { shape: 'rows' }),
  },
  output: {
    total: integer('题数', { required: true }),
    success: integer('已保存', { required: true }),
    failed: integer('有问题', { required: true }),
    errors: json<{ row: number; field: string; message: string }[]>('问题'),
  },
})
