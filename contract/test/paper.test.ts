import { expect, test } from 'vitest'
import {
  PAPER_COLUMNS,
  type PaperTexts,
  YES_NO_LABELS,
  YES_NO_WORDS,
  equalShares,
  readQuestion,
  writeQuestion,
} from '../src/domains/exam/paper/paper-cells.ts'
import { findPaperFaults } from '../src/domains/exam/paper/paper-faults.ts'
import type { PaperQuestion } from '../src/domains/exam/paper/paper-question.ts'
import { sumPaper } from '../src/domains/exam/paper/paper-sums.ts'
import { parseQuestion, plainNo } from '../src/domains/exam/paper/paper-values.ts'

function question(questionNo: string, questionScore: number, more: Partial<PaperQuestion> = {}): PaperQuestion {
  const { question: made } = parseQuestion({ questionNo, questionScore, questionType: '5', ...more })
  return made
}

/** What is wrong, as `row field: message`. */
function faultsOf(questions: PaperQuestion[]): string[] {
  return findPaperFaults(questions).map(({ at, field, message }) => `${at} ${field}: ${message}`)
}

const single = (no: string, more: Partial<PaperQuestion> = {}) =>
  question(no, 5, { questionType: '1', isObjective: 1, answer: 'A', ...more })

test('a paper of plain questions adds up to the sum of its marks, objective ones told apart', () => {
  const paper = [single('1'), single('2'), question('3', 12.5), question('4', 7.5)]
  expect(sumPaper(paper)).toEqual({ total: 30, objective: 10, subjective: 20, questionNum: 4, objectiveNum: 2 })
})

test('a question with parts counts once, its objective parts by themselves', () => {
  const paper = [
    question('20', 12),
    question('20(1)', 4, { parentNo: '20', questionType: '1', isObjective: 1 }),
    question('20(2)', 8, { parentNo: '20' }),
    question('21', 10),
  ]
  expect(sumPaper(paper)).toEqual({ total: 22, objective: 4, subjective: 18, questionNum: 3, objectiveNum: 1 })
})

test('of questions to choose from as many count as are answered, at the top and below a question', () => {
  const top = ['22', '23', '24'].map((no) => question(no, 10, { chooseGroup: '选', chooseNum: 2 }))
  expect(sumPaper([question('21', 12), ...top])).toMatchObject({ total: 32, questionNum: 4 })
  const below = ['a', 'b'].map((no) => question(no, 15, { parentNo: '30', chooseGroup: 'B', chooseNum: null }))
  const paper = [question('30', 15), ...below]
  expect(sumPaper(paper)).toMatchObject({ total: 15, subjective: 15, questionNum: 2 })
  expect(faultsOf(paper)).toEqual([])
})

test('marks of half points add up exactly: ten times 0.1 of a tenth is no tenth more', () => {
  const paper = Array.from({ length: 30 }, (_none, i) => question(String(i + 1), 0.5))
  expect(sumPaper(paper).total).toBe(15)
})

test('a doubled number, an unknown parent and a circle are told at their cells', () => {
  expect(faultsOf([question('1', 5), question('1', 5)])).toEqual(['1 questionNo: 题号「1」重复'])
  expect(faultsOf([question('1', 5, { parentNo: '一' })])).toEqual(['0 parentNo: 上级题号「一」不在本卷'])
  expect(faultsOf([question('1', 5, { parentNo: '2' }), question('2', 5, { parentNo: '1' })])).toEqual([
    '0 parentNo: 上级题号形成了循环',
    '1 parentNo: 上级题号形成了循环',
  ])
  expect(faultsOf([question('1', 5, { parentNo: '1' })])).toEqual(['0 parentNo: 上级题号形成了循环'])
})

test('a question above a circle is not in it, and ends', () => {
  const paper = [
    question('0', 5, { parentNo: '1' }),
    question('1', 5, { parentNo: '2' }),
    question('2', 5, { parentNo: '1' }),
  ]
  expect(faultsOf(paper).filter((text) => text.startsWith('0'))).toEqual([])
})

test('parts that do not add up to their question are told at its marks', () => {
  const paper = [question('20', 12), question('20(1)', 4, { parentNo: '20' }), question('20(2)', 6, { parentNo: '20' })]
  expect(faultsOf(paper)).toEqual(['0 questionScore: 小题分值合计为10，与本题的12不符'])
})

test('keys are held to the options of their question', () => {
  const keys = (answer: string, more: Partial<PaperQuestion> = {}) => faultsOf([single('1', { answer, ...more })])
  expect(keys('D')).toEqual([])
  expect(keys('ｄ')).toEqual([])
  expect(keys('E')).toEqual(['0 answer: 答案「E」超出选项A到D'])
  expect(keys('G', { optionNum: 7 })).toEqual([])
  expect(keys('AB')).toEqual(['0 answer: 单选题只能有一个答案'])
  expect(keys('a、c', { questionType: '2' })).toEqual([])
  expect(keys('AAC', { questionType: '2' })).toEqual(['0 answer: 答案「AAC」有重复的选项'])
  expect(keys('√', { questionType: '3' })).toEqual([])
  expect(keys('也许', { questionType: '3' })).toEqual(['0 answer: 判断题的答案应为对或错'])
})

test('a part rule belongs to questions with several right options and is worth no more than the question', () => {
  const part = (partRule: PaperQuestion['partRule'], questionType = '2') =>
    faultsOf([single('1', { partRule, questionType })])
  expect(part({ kind: 'half', score: null })).toEqual([])
  expect(part({ kind: 'each', score: 2 })).toEqual([])
  expect(part({ kind: 'fixed', score: 6 })).toEqual(['0 partRule: 漏选给分不能超过分值'])
  expect(part({ kind: 'half', score: null }, '1')).toEqual(['0 partRule: 只有多选题可以设置漏选给分'])
})

test('weights of knowledge points add up to one, each point once', () => {
  const points = (...weights: number[]) =>
    faultsOf([
      question('1', 5, { knowledgePoints: weights.map((weight, i) => ({ code: null, name: `点${i}`, weight })) }),
    ])
  expect(points(0.6, 0.4)).toEqual([])
  expect(points(...equalShares(3))).toEqual([])
  expect(points(0.6, 0.3)).toEqual(['0 knowledgePoints: 知识点的权重合计为0.9，应为1'])
  const twice = [0.5, 0.5].map((weight) => ({ code: null, name: '集合', weight }))
  expect(faultsOf([question('1', 5, { knowledgePoints: twice })])).toEqual(['0 knowledgePoints: 知识点「集合」重复'])
})

test('questions to choose from are worth the same, stand together, and are more than are answered', () => {
  const choose = (...marks: number[]) =>
    marks.map((mark, i) => question(`${i}`, mark, { chooseGroup: '选', chooseNum: 1 }))
  expect(faultsOf(choose(10, 10))).toEqual([])
  expect(faultsOf(choose(10, 12))).toEqual(['1 questionScore: 选做组「选」各题的分值应相同'])
  expect(faultsOf(choose(10))).toEqual(['0 chooseGroup: 选做组「选」只有1题，应多于选做的1题'])
})

const WORDS = {
  questionType: new Map([
    ['单选题', '1'],
    ['多选题', '2'],
    ['解答题', '5'],
  ]),
  abilityLevel: new Map([['理解', '2']]),
  isObjective: YES_NO_WORDS,
}
const LABELS = {
  questionType: new Map([
    ['1', '单选题'],
    ['2', '多选题'],
    ['5', '解答题'],
  ]),
  abilityLevel: new Map([['2', '理解']]),
  isObjective: YES_NO_LABELS,
}
const BLANK = Object.fromEntries(PAPER_COLUMNS.map(({ key }) => [key, ''])) as PaperTexts

test('a line of texts is read into the question people mean', () => {
  const texts = {
    ...BLANK,
    questionNo: '１２（１）',
    questionType: '多选题',
    questionScore: '６分',
    answer: 'c、a',
    partRule: '每项2分',
    knowledgePoints: '集合[K01]:60%、函数:0.4',
    abilityLevel: '理解',
    presetP: '65%',
  }
  const { question: read, faults } = readQuestion(texts, WORDS)
  expect(faults).toEqual([])
  expect(read).toMatchObject({
    questionNo: '12(1)',
    questionType: '2',
    questionScore: 6,
    isObjective: 1,
    answer: 'AC',
    partRule: { kind: 'each', score: 2 },
    knowledgePoints: [
      { code: 'K01', name: '集合', weight: 0.6 },
      { code: null, name: '函数', weight: 0.4 },
    ],
    abilityLevel: '2',
    presetP: '0.65',
  })
})

test('what was read is written so that it reads as the same question', () => {
  const texts = {
    ...BLANK,
    questionNo: '3',
    questionType: '多选题',
    questionScore: '5.5',
    answer: 'ABD',
    partRule: '半分',
  }
  const { question: read } = readQuestion({ ...texts, knowledgePoints: '集合、函数、数列', presetP: '0.5' }, WORDS)
  expect(read.knowledgePoints?.map(({ weight }) => weight)).toEqual([0.3333, 0.3333, 0.3334])
  const written = writeQuestion(read, LABELS)
  expect(written).toMatchObject({ knowledgePoints: '集合、函数、数列', partRule: '半分', isObjective: '是' })
  expect(readQuestion(written, WORDS)).toEqual({ question: read, faults: [] })
})

test('cells that cannot be read say so, and the rest of the line is read all the same', () => {
  const texts = {
    ...BLANK,
    questionNo: '1',
    questionType: '选择',
    questionScore: '五',
    presetP: '难',
    partRule: '看着给',
  }
  const { question: read, faults } = readQuestion(texts, WORDS)
  expect(faults.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'questionType: 题型「选择」不在字典中',
    'questionScore: 分值应为数字',
    'partRule: 漏选给分应为分数、半分，或每项几分',
    'presetP: 预设难度应为0到1之间的数字',
  ])
  expect(read).toMatchObject({ questionNo: '1', questionScore: 0 })
  expect(readQuestion(BLANK, WORDS).faults.map(({ message }) => message)).toEqual([
    '请输入题号',
    '请选择题型',
    '请输入分值',
  ])
})

test('a question of another program is held to its shape', () => {
  const { problems } = parseQuestion({
    questionNo: '1',
    questionType: '1',
    questionScore: 5,
    knowledgePoints: [{ name: '' }],
    partRule: 'x',
  })
  expect(problems.map(({ field }) => field)).toEqual(['partRule', 'knowledgePoints'])
  expect(parseQuestion('x').problems.map(({ message }) => message)).toEqual(['请输入题号', '请选择题型', '请输入分值'])
  expect(plainNo(' 第 1 题')).toBe('第1题')
})
