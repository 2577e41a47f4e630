import { decimal, integer, percent, score, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import { defineReport } from '../../kit/report.ts'
import { areaParam, classParam, classUnit, mean, schoolParam, UNITS, WITHHELD_NOTE, whoseCode } from './columns.ts'

/** Reports over questions are of one course, and of its only paper where none is named. */
export const paperParams = {
  courseName: text('科目', { required: true, length: 20 }),
  paperCode: text('试卷', { length: 4, help: '不填时为该科目的第一份试卷' }),
}
const questionNo = text('题号', { length: 20 })

const described = {
  questionNo,
  questionType: text('题型'),
  questionScore: score('满分'),
  knowledge: text('知识点'),
  ability: text('能力层次'),
  answerKey: text('答案'),
  studentNum: integer('作答人数'),
  allRate: percent('联考得分率'),
}
const quality = {
  fullRate: percent('满分率'),
  zeroRate: percent('零分率'),
  discrimination: decimal('区分度', { scale: 2 }),
  itemTotal: decimal('题总相关', { scale: 2 }),
}
const remarks = { lowestUnit: text('得分率最低'), weakUnits: text('明显偏低') }

/** Of the units a question has in a report: how they did, and how far that lies from everyone. */
const ofUnits = {
  avgScore: mean('平均分'),
  scoreRate: percent('得分率'),
  diffRate: percent('与联考之差'),
}
const share = percent('选择比例')

const QUALITY_NOTES = [
  '难度 = 平均分 ÷ 满分，越大越容易：0.8 及以上为易，0.5 以下为难；满分率、零分率以作答人数为分母。',
  '区分度 =（前 27% 考生的均分 − 后 27% 考生的均分）÷ 满分，按各题得分之和排序，人数向上取整，分界处同分的考生按比例计入；0.40 及以上很好，0.30 良好，0.20 尚可需修改，以下应淘汰。',
  '题总相关：本题得分与其余各题得分之和的相关系数。选做题只统计作答的考生。',
]
const OPTION_NOTE = '选项：“-”为未作答，“*”为单选题多涂；多选题的考生在所选的每个选项上各计一次。'
const UNIT_NOTE = '明显偏低：得分率低于联考 5 个百分点以上；与联考之差为百分点。'

/** 试题分析：一题一行；学校、班级在列，客观题另有各选项的选择比例 */
export const courseQuestion = defineReportFamily('courseQuestion', {
  title: '试题分析',
  over: UNITS,
  params: (unit) => ({ ...paperParams, questionNo, ...unit }),
  columns: () => ({ ...described, areaRate: percent('县区得分率'), ...quality, ...remarks }),
  pivot: { title: '单位与选项', columns: { ...ofUnits, share } },
  paged: true,
  fixed: ['questionNo'],
  sortable: ['allRate', 'discrimination', 'itemTotal'],
  chart: { kind: 'heat', x: 'questionNo', y: ['diffRate'], neutral: 0 },
  notes: [...QUALITY_NOTES, UNIT_NOTE, OPTION_NOTE, WITHHELD_NOTE],
  grains: {
    all: {
      path: 'report/getCourseQuestionBriefList', // inferred
      columns: {
        ...described,
        difficulty: decimal('难度', { scale: 2 }),
        difficultyWord: text('难度评价'),
        presetP: decimal('预设难度', { scale: 2 }),
        ...quality,
        qualityWord: text('区分度评价'),
        remark: text('提示'),
      },
      pivot: undefined,
      sortable: ['difficulty', 'discrimination', 'itemTotal'],
      chart: { kind: 'scatter', x: 'difficulty', y: ['discrimination'] },
      drill: { report: 'courseQuestionSchool', params: { questionNo: 'questionNo' } },
      notes: QUALITY_NOTES,
    },
    school: {
      name: 'courseQuestionSchool',
      path: 'report/getCourseQuestionSchoolList',
      params: { ...paperParams, questionNo, ...areaParam, ...schoolParam },
      drill: { report: 'courseQuestionSchoolClass', params: { questionNo: 'questionNo' } },
    },
    class: {
      name: 'courseQuestionSchoolClass',
      path: 'report/getCourseQuestionSchoolClassList',
      params: { ...paperParams, questionNo, ...schoolParam, ...classParam },
      oneUnit: 'school',
      columns: {
        ...described,
        areaRate: percent('县区得分率'),
        schoolRate: percent('本校得分率'),
        ...quality,
        ...remarks,
      },
      drill: { report: 'questionStudent', params: { questionNo: 'questionNo' } },
    },
  },
})

/** 一题的学生：失分多的在前 */
export const questionStudent = defineReport('questionStudent', {
  title: '试题学生名单',
  path: 'report/getCourseQuestionStudentList', // inferred
  params: {
    ...paperParams,
    questionNo,
    ...areaParam,
    ...schoolParam,
    ...classParam,
  },
  columns: {
    studentNumber: text('考号'),
    ...whoseCode,
    studentName: text('姓名'),
    ...classUnit,
    questionNo,
    score: score('得分'),
    lostScore: score('失分'),
    answer: text('作答'),
    answerKey: text('答案'),
    courseScore: score('本科得分'),
    classRank: integer('班级名次'),
  },
  grain: 'student',
  paged: true,
  family: 'courseQuestion',
  drill: { report: 'studentScore', params: { studentNumber: 'studentNumber' } },
  fixed: ['studentName'],
  notes: ['不选题号时为该卷的第一题；失分多的在前，未作答的在最后；本科得分与班级名次为归档成绩。'],
})

/** 选项分布：客观题一题一行，选项在列，前后 27% 考生各占多少 */
export const questionOption = defineReport('questionOption', {
  title: '选项分布',
  path: 'report/getCourseQuestionOptionList', // inferred
  params: { ...paperParams, ...UNITS.class.params },
  columns: {
    questionNo,
    answerKey: text('答案'),
    studentNum: integer('作答人数'),
    scoreRate: percent('得分率'),
    remark: text('提示'),
  },
  pivot: {
    title: '选项',
    columns: { ownShare: share, highShare: percent('前27%'), lowShare: percent('后27%') },
  },
  grain: 'all',
  family: 'courseQuestion',
  chart: { kind: 'stack', x: 'questionNo', y: ['ownShare'] },
  fixed: ['questionNo'],
  notes: [
    OPTION_NOTE,
    '前27%、后27%：全体考生按本卷得分排序的两端，分界处同分的按比例计入；选择比例以所选范围内的作答人数为分母。',
    '干扰项无效：全体选择比例不足 5%；前 27% 中选干扰项的多于选答案的，应检查答案与题目。',
    WITHHELD_NOTE,
  ],
})

/** 知识点：一个知识点一行，得分率由分数相加后再除 */
export const knowledgeRate = defineReportFamily('knowledgeRate', {
  title: '知识点得分率',
  over: UNITS,
  params: (unit) => ({ courseName: paperParams.courseName, ...unit }),
  columns: (_unit, grain) => ({
    pointName: text('知识点'),
    questionNum: integer('题数'),
    fullScore: decimal('分值', { scale: 2 }),
    studentNum: integer('作答人数'),
    allRate: described.allRate,
    areaRate: percent('县区得分率'),
    ...(grain === 'class' && { schoolRate: percent('本校得分率') }),
    ...remarks,
  }),
  pivot: { title: '单位', columns: { scoreRate: ofUnits.scoreRate, diffRate: ofUnits.diffRate } },
  paged: true,
  fixed: ['pointName'],
  sortable: ['allRate'],
  chart: { kind: 'heat', x: 'pointName', y: ['diffRate'], neutral: 0 },
  notes: [
    '得分率 = 各题得分 × 权重之和 ÷ 各题满分 × 权重之和，一题的权重合计为 1；不是各题得分率的平均。',
    UNIT_NOTE,
    WITHHELD_NOTE,
  ],
  grains: {
    school: {
      path: 'report/getKnowledgeSchoolList', // inferred
      drill: undefined,
    },
    class: {
      path: 'report/getKnowledgeSchoolClassList', // inferred
      params: { courseName: paperParams.courseName, ...schoolParam, ...classParam },
      oneUnit: 'school',
    },
  },
})

/** 试卷质量：一卷一行 */
export const paperQuality = defineReport('paperQuality', {
  title: '试卷质量',
  path: 'report/getPaperQualityList', // inferred
  params: {},
  columns: {
    courseName: text('科目'),
    paperCode: text('试卷'),
    questionNum: integer('题数'),
    itemNum: integer('计分项'),
    examScore: score('满分'),
    studentNum: integer('实考'),
    avgScore: mean('平均分'),
    stdScore: mean('标准差'),
    difficulty: decimal('难度', { scale: 2 }),
    difficultyWord: text('难度评价'),
    discrimination: decimal('区分度', { scale: 2 }),
    qualityWord: text('区分度评价'),
    alpha: decimal('信度', { scale: 2 }),
    splitHalf: decimal('分半信度', { scale: 2 }),
    sem: mean('测量标准误'),
    easyNum: integer('易题'),
    middleNum: integer('中等题'),
    hardNum: integer('难题'),
    poorNum: integer('低区分题'),
  },
  groups: { 题目构成: ['easyNum', 'middleNum', 'hardNum', 'poorNum'] },
  grain: 'all',
  chart: { kind: 'scatter', x: 'difficulty', y: ['discrimination'] },
  fixed: ['courseName'],
  drill: { report: 'courseQuestionByAll', params: { courseName: 'courseName', paperCode: 'paperCode' } },
  notes: [
    '统计有小题分的考生；总分为各题得分之和。信度为克隆巴赫 α 系数，同一选做组的题为一个计分项；分半信度按奇偶计分项并经斯皮尔曼—布朗校正。',
    '测量标准误 = 标准差 × √(1 − α)，以分为单位；低区分题：区分度低于 0.20。',
    WITHHELD_NOTE,
  ],
})

/** S-P 表：一个班的学生按得分、题目按得分率排列 */
export const spTable = defineReport('spTable', {
  title: 'S-P表',
  path: 'report/getStudentProblemList', // inferred
  params: { ...paperParams, ...schoolParam, ...classParam },
  oneUnit: 'class',
  columns: {
    studentNumber: text('考号'),
    ...whoseCode,
    studentName: text('姓名'),
    className: text('班级'),
    totalScore: score('得分'),
    scoreRate: percent('得分率'),
    caution: decimal('警示系数', { scale: 2 }),
    cautionWord: text('提示'),
  },
  pivot: { title: '题目', columns: { score: score('得分') } },
  grain: 'student',
  fixed: ['studentName'],
  drill: { report: 'studentScore', params: { studentNumber: 'studentNumber' } },
  notes: [
    '学生按本卷得分从高到低、题目按本班得分率从高到低排列；左上方多为得分，右下方多为失分。',
    '警示系数：0 为完全符合整体规律，0.5 及以上说明该生（或该题）的得失分与整体明显不同，值得单独查看；得分率 90% 及以上的学生失分很少，不作提示。',
  ],
})
