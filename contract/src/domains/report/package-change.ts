import { integer, percent, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import { mean, UNITS, WITHHELD_NOTE } from './columns.ts'

const params = {
  fromVersion: integer('原版本', { min: 1, help: '不填为新版本的前一版' }),
  toVersion: integer('新版本', { min: 1, help: '不填为最新一版' }),
  courseName: text('科目', { length: 20 }),
}

/** 版本变化：同一场考试的两版报表相比，哪些单位、科目、指标变了，涉及多少考生；变化的原因列在口径里。 */
export const packageChange = defineReportFamily('packageChange', {
  title: '版本变化',
  over: UNITS,
  params: (unit) => ({ ...params, ...unit }),
  columns: (unit, grain) => ({
    ...unit,
    courseName: text('科目'),
    ...(grain === 'all' && { questionNo: text('题号') }),
    movedNum: integer('成绩有变化的考生'),
  }),
  pivot: {
    title: '指标',
    columns: {
      beforeMark: mean('原'),
      nowMark: mean('新'),
      changeMark: mean('变化'),
      beforeShare: percent('原'),
      nowShare: percent('新'),
      changeShare: mean('变化'),
      beforeCount: integer('原'),
      nowCount: integer('新'),
      changeCount: integer('变化'),
    },
  },
  paged: true,
  sortable: ['movedNum'],
  notes: [
    '只列有变化的单位与科目；指标下空白为没有变化。',
    '成绩有变化的考生：该科的分数或状态与原版本不同，或只在其中一版的考生。',
    '名次下降时变化为正数。', // inferred
    '全体一表另列有变化的题目与试卷：难度、区分度、得分率，试卷的题号为“整卷”；是哪些题的更正引起的，列在口径里。', // inferred
    WITHHELD_NOTE,
  ],
  grains: {
    all: { path: 'report/getPackageChange', fixed: ['courseName'] }, // inferred
    area: { path: 'report/getPackageChangeByArea' }, // inferred
    school: { path: 'report/getPackageChangeBySchool' }, // inferred
    class: { path: 'report/getPackageChangeByClass' }, // inferred
  },
})
