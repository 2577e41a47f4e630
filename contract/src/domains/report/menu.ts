import type { MenuNode } from '../../kit/domain.ts'
import { GRAINS, type Report } from '../../kit/report.ts'
import { balance } from './balance.ts'
import { courseBeforeN } from './before-n.ts'
import { contrast } from './contrast.ts'
import { criticalStudent } from './critical-student.ts'
import { frontN } from './front-n.ts'
import { generalBrief } from './general-brief.ts'
import { highSchoolRank, threeRate } from './high-school.ts'
import { lineStdnum, lineStdnumCourse } from './line-stdnum.ts'
import { oneScoreTwoRate } from './one-score-two-rate.ts'
import { PAPERS } from './paper.ts'
import { packageChange } from './package-change.ts'
import { oneScoreParagraph, paragraph } from './paragraph.ts'
import { courseQuestion, knowledgeRate, questionOption, questionStudent } from './question.ts'
import { scoreRank } from './score-rank.ts'
import { valueAdded } from './value-added.ts'

/** The rights of further reports of a screen, under their own titles. */
function titled(...reports: Report[]): Record<string, string> {
  return Object.fromEntries(reports.map((report) => [report.permission, report.title]))
}

/** The same where the screen names the report already. */
function byGrain(...reports: Report[]): Record<string, string> {
  return Object.fromEntries(reports.map((report) => [report.permission, `按${GRAINS[report.grain]}`]))
}

export const reportMenu: MenuNode = {
  code: 'report',
  title: '统计报表',
  path: '/bigdata/report',
  icon: 'BarChartOutlined',
  children: [
    {
      code: 'report_score_rank',
      title: '成绩排名',
      path: '/bigdata/report/scoreRank',
      report: 'scoreRank',
      buttons: titled(scoreRank.class, scoreRank.student),
    },
    {
      code: 'report_score_area_rank',
      title: '县区成绩排名',
      path: '/bigdata/report/scoreAreaRank',
      report: 'scoreAreaRank',
    },
    {
      code: 'report_one_score_two_rate',
      title: '一分两率',
      path: '/bigdata/report/oneScoreTwoRate',
      page: 'report/one-score-two-rate',
      permission: oneScoreTwoRate.all.permission,
      buttons: byGrain(oneScoreTwoRate.area, oneScoreTwoRate.school, oneScoreTwoRate.class),
    },
    {
      code: 'report_general_brief',
      title: '综合简报',
      path: '/bigdata/report/generalBrief',
      page: 'report/general-brief',
      permission: generalBrief.all.permission,
      buttons: {
        ...byGrain(generalBrief.area, generalBrief.school, generalBrief.class),
        ...Object.fromEntries(PAPERS.map(({ permission, call }) => [permission, call.title])),
      },
    },
    {
      code: 'report_course_question',
      title: '试题分析',
      path: '/bigdata/report/courseQuestion',
      page: 'report/course-question',
      permission: courseQuestion.all.permission,
      buttons: {
        ...byGrain(courseQuestion.school, courseQuestion.class),
        ...titled(questionOption, questionStudent),
      },
    },
    {
      code: 'report_knowledge',
      title: '知识点分析',
      path: '/bigdata/report/knowledge',
      page: 'report/knowledge',
      permission: knowledgeRate.school.permission,
      buttons: byGrain(knowledgeRate.class),
    },
    {
      code: 'report_paper_quality',
      title: '试卷质量',
      path: '/bigdata/report/paperQuality',
      report: 'paperQuality',
    },
    {
      code: 'report_sp_table',
      title: 'S-P表',
      path: '/bigdata/report/spTable',
      page: 'report/sp-table',
      permission: 'sptable_view',
    },
    {
      code: 'report_paragraph',
      title: '分数段统计',
      path: '/bigdata/report/paragraph',
      page: 'report/paragraph',
      permission: oneScoreParagraph.all.permission,
      buttons: titled(paragraph.area, paragraph.school, oneScoreParagraph.area, oneScoreParagraph.school),
    },
    {
      code: 'report_value_added',
      title: '增值分析',
      path: '/bigdata/report/valueAdded',
      page: 'report/value-added',
      permission: valueAdded.school.permission,
      buttons: byGrain(valueAdded.area, valueAdded.class),
    },
    {
      code: 'report_balance',
      title: '均衡分析',
      path: '/bigdata/report/balance',
      page: 'report/balance',
      permission: balance.school.permission,
      buttons: byGrain(balance.all, balance.area),
    },
    {
      code: 'report_contrast',
      title: '指标对比',
      path: '/bigdata/report/contrast',
      page: 'report/contrast',
      permission: contrast.area.permission,
      buttons: byGrain(contrast.school),
    },
    {
      code: 'report_package_change',
      title: '版本变化',
      path: '/bigdata/report/packageChange',
      page: 'report/package-change',
      permission: packageChange.all.permission,
      buttons: byGrain(packageChange.area, packageChange.school, packageChange.class),
    },
    {
      code: 'report_high_school',
      title: '高中报表',
      path: '/bigdata/report/highschool',
      page: 'report/high-school',
      permission: threeRate.area.permission,
      buttons: titled(threeRate.school, ...Object.values(highSchoolRank)),
    },
    {
      code: 'report_line_stdnum',
      title: '上线统计',
      path: '/bigdata/score/examScoreLine/stdnum',
      page: 'report/line-stdnum',
      permission: lineStdnum.area.permission,
      buttons: byGrain(lineStdnum.school, lineStdnum.class),
    },
    {
      code: 'report_line_stdnum_course',
      title: '单双上线',
      path: '/bigdata/score/examScoreLine/stdnumCourse',
      page: 'report/line-stdnum-course',
      permission: lineStdnumCourse.area.permission,
      buttons: byGrain(lineStdnumCourse.school, lineStdnumCourse.class),
    },
    {
      code: 'report_line_wen_li',
      title: '文理上线',
      path: '/bigdata/score/examScoreLine/wenLi',
      page: 'report/line-wen-li',
      permission: lineStdnum.school.permission,
    },
    {
      code: 'report_critical_student',
      title: '临界生',
      path: '/bigdata/score/examScoreLine/critical',
      page: 'report/critical-student',
      permission: criticalStudent.permission,
    },
    {
      code: 'report_front_n',
      title: '前N名统计',
      path: '/bigdata/query/frontN',
      page: 'report/front-n',
      permission: frontN.area.permission,
      buttons: byGrain(frontN.school),
    },
    {
      code: 'report_before_n',
      title: '前N名学生',
      path: '/bigdata/query/beforeN',
      page: 'report/before-n',
      permission: 'beforen_view',
      buttons: titled(courseBeforeN),
    },
    {
      code: 'report_student_score',
      title: '学生成绩查询',
      path: '/bigdata/query/queryStudentScore',
      page: 'report/query-student-score',
      permission: 'studentscore_view',
    },
    {
      code: 'report_student_vertical',
      title: '学生成绩纵向对比',
      path: '/bigdata/query/studentVerticalCompar',
      page: 'report/student-vertical',
      permission: 'studentvertical_view',
    },
    {
      code: 'report_list',
      title: '报表管理',
      path: '/report/reportlist',
      page: 'report/saved-reports',
      entity: 'savedReport',
    },
  ],
}
