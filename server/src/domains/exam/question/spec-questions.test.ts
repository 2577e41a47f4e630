import { parseQuestion } from '@xueheng/contract/domains/exam/paper/paper-values.ts'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import { storePaper } from '../paper/store-paper.ts'
import { specQuestions } from './spec-questions.ts'

const program = useTestApp()

const MATHS = {
  courseId: 2,
  courseName: '数学',
  courseAlias: [],
  examScore: 30,
  isInTotal: 1,
  sort: 1,
  excellentScore: null,
  goodScore: null,
  passScore: null,
  lowScore: null,
}

test('the questions of a run are those that carry marks, those of one choice are one item', async () => {
  const ctx = await program().app.ctxOf(TENANT, (await program().user({ role: 'administrator' })).userId)
  if (!ctx) throw new Error('no context')
  const wanted = [
    { questionNo: '1', questionType: '1', questionScore: 5, isObjective: 1, answer: 'B', abilityLevel: '2' },
    { questionNo: '2', questionType: '5', questionScore: 15 },
    {
      questionNo: '2(1)',
      parentNo: '2',
      questionType: '5',
      questionScore: 5,
      knowledgePoints: [{ code: '', name: '函数', weight: 1 }],
    },
    { questionNo: '2(2)', parentNo: '2', questionType: '5', questionScore: 10 },
    { questionNo: '3', questionType: '5', questionScore: 10, chooseGroup: '选做', chooseNum: 1 },
    { questionNo: '4', questionType: '5', questionScore: 10, chooseGroup: '选做', chooseNum: 1 },
  ].map((given) => parseQuestion(given).question)
  await storePaper(ctx, { examId: '88', courseName: '数学', paperCode: 'A' }, wanted, '保存试卷题目')
  const found = await specQuestions(ctx, '88', [MATHS])
  expect(found.map((one) => [one.questionNo, one.item, one.isChoice, one.questionScore])).toEqual([
    ['1', '1', 0, 5],
    ['2(1)', '2(1)', 0, 5],
    ['2(2)', '2(2)', 0, 10],
    ['3', '/选做', 1, 10],
    ['4', '/选做', 1, 10],
  ])
  expect(found[0]).toMatchObject({ courseId: 2, questionType: '单选题', ability: '理解', answer: 'B', paperScore: 30 })
  expect(found[1]?.points).toEqual([{ code: null, name: '函数', share: 10_000 }])
  expect(await specQuestions(ctx, '89', [MATHS])).toEqual([])
})
