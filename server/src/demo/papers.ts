import { type PaperQuestion, ONLY_PAPER, QUESTION_TYPE } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { equalShares } from '@xueheng/contract/domains/exam/paper/paper-cells.ts'
import { isObjectiveType, parseQuestion } from '@xueheng/contract/domains/exam/paper/paper-values.ts'
import { COURSES } from './courses.ts'
import { type DemoRow, entityRow } from './insert-rows.ts'
import { at } from './random.ts'

/** Questions of one type that follow each other on the paper, by their marks. */
type Section = [type: string, marks: number[], more?: Partial<PaperQuestion>]

const { single, multiple } = QUESTION_TYPE
const [BLANK, ESSAY, TRIAL, SOURCE, WRITING, LISTENING] = ['4', '5', '6', '7', '9', '10']

function times(count: number, mark: number): number[] {
  return Array.from({ length: count }, () => mark)
}

/** One of the last two questions is answered. */
const CHOICE = { chooseGroup: '选做', chooseNum: 1 }

const PAPERS: Record<string, Section[]> = {
  语文: [
    [single, times(5, 3)],
    [ESSAY, [4, 6, 5]],
    [single, times(4, 3)],
    [ESSAY, [8]],
    [single, times(2, 3)],
    [ESSAY, [9]],
    [BLANK, [6]],
    [ESSAY, [4, 5, 6, 4]],
    [WRITING, [60]],
  ],
  数学: [
    [single, times(8, 5)],
    [multiple, times(3, 6), { partRule: { kind: 'each', score: 2 } }],
    [BLANK, times(3, 5)],
    [ESSAY, [13, 15, 15, 17, 17]],
  ],
  外语: [
    [LISTENING, times(6, 5)],
    [single, times(5, 7.5)],
    [single, times(5, 2.5), { optionNum: 7 }],
    [single, times(3, 5)],
    [BLANK, [15]],
    [WRITING, [15, 25]],
  ],
  物理: [
    [single, times(7, 4)],
    [multiple, times(3, 6), { partRule: { kind: 'fixed', score: 3 } }],
    [TRIAL, [6, 10]],
    [ESSAY, [10, 12, 16]],
  ],
  历史: [
    [single, times(16, 3)],
    [SOURCE, [14, 12, 14]],
    [SOURCE, [12, 12], CHOICE],
  ],
  化学: [
    [single, times(14, 3)],
    [TRIAL, [14]],
    [ESSAY, [15, 14, 15]],
  ],
  生物: [
    [single, [...times(12, 2), ...times(4, 4)]],
    [ESSAY, times(5, 12)],
  ],
  政治: [
    [single, times(16, 3)],
    [SOURCE, [14, 12, 13, 13]],
  ],
  地理: [
    [single, times(16, 3)],
    [SOURCE, [18, 18]],
    [SOURCE, [16, 16], CHOICE],
  ],
}

const POINTS: Record<string, string[]> = {
  语文: ['信息类文本', '文学类文本', '文言文阅读', '古诗鉴赏', '名句默写', '语言运用', '写作立意', '写作表达'],
  数学: ['集合与逻辑', '函数', '导数', '三角函数', '数列', '向量', '立体几何', '解析几何', '概率统计', '复数'],
  外语: ['细节理解', '推理判断', '主旨大意', '语篇结构', '词汇运用', '语法', '应用文写作', '读后续写'],
  物理: ['运动学', '牛顿定律', '能量与动量', '电场', '磁场', '电磁感应', '热学', '光学', '近代物理', '实验'],
  历史: ['古代政治', '古代经济', '近代中国', '现代中国', '世界古代', '世界近代', '世界现代', '史料实证'],
  化学: ['物质结构', '元素周期律', '化学反应原理', '电化学', '离子反应', '有机化学', '实验探究', '工艺流程'],
  生物: ['细胞', '代谢', '遗传', '变异与进化', '稳态调节', '生态系统', '生物技术', '实验设计'],
  政治: ['经济与社会', '政治与法治', '哲学与文化', '法律与生活', '逻辑与思维', '当代国际', '时事'],
  地理: ['地球运动', '大气', '水文', '地貌', '人口与城市', '产业区位', '区域发展', '环境保护'],
}

/** The questions of a course of every exam: a paper as such exams have it, with marks that add up to the full mark. */
export function demoPaper(courseName: string): PaperQuestion[] {
  const model = COURSES.find((course) => course.name === courseName)
  const plan = (PAPERS[courseName] ?? []).flatMap(([questionType, marks, more]) =>
    marks.map((questionScore) => ({ questionType, questionScore, ...more })),
  )
  return plan.map((given, i) => {
    const shift = ((i * 5) % 9) * 0.04 - 0.16
    const { question } = parseQuestion({
      ...given,
      questionNo: String(i + 1),
      isObjective: isObjectiveType(given.questionType) || given.questionType === LISTENING ? 1 : 0,
      answer: answerOf(given.questionType, i),
      abilityLevel: String((i % 5) + 1),
      presetP: ((model?.mean ?? 0.6) + shift).toFixed(2),
      knowledgePoints: pointsOf(courseName, i),
    })
    return question
  })
}

const MULTIPLE_KEYS = ['AC', 'BCD', 'AB', 'BD']

function answerOf(questionType: string, i: number): string | null {
  if (questionType === multiple) return at(MULTIPLE_KEYS, i % MULTIPLE_KEYS.length)
  return questionType === single || questionType === LISTENING ? at([...'CADB'], (i * 3 + Math.floor(i / 4)) % 4) : null
}

/** Every third question asks for two things. */
function pointsOf(courseName: string, i: number): PaperQuestion['knowledgePoints'] {
  const all = POINTS[courseName] ?? []
  const names = i % 3 === 2 ? [at(all, i % all.length), at(all, (i + 3) % all.length)] : [at(all, i % all.length)]
  const shares = names.length === 2 ? [0.6, 0.4] : equalShares(1)
  return names.map((name, n) => ({ code: null, name, weight: at(shares, n) }))
}

export function paperRows(examId: string): DemoRow[] {
  return COURSES.flatMap(({ name }) =>
    demoPaper(name).map((question, i) =>
      entityRow({
        exam_id: examId,
        course_name: name,
        paper_code: ONLY_PAPER,
        question_id: i + 1,
        question_no: question.questionNo,
        question_type: question.questionType,
        is_objective: question.isObjective,
        question_score: question.questionScore,
        answer: question.answer,
        option_num: question.optionNum,
        part_rule: question.partRule,
        knowledge_points: question.knowledgePoints,
        ability_level: question.abilityLevel,
        preset_p: Number(question.presetP),
        choose_group: question.chooseGroup,
        choose_num: question.chooseNum,
        sort: i + 1,
      }),
    ),
  )
}
