import type { MenuNode } from '../../kit/domain.ts'

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
      buttons: { scorerankbyclass_view: '班级成绩排名', scorerankbystudent_view: '学生成绩排名' },
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
      permission: 'onescoretworatebrief_view',
      buttons: {
        onescoretworatebyarea_view: '按县区',
        onescoretworatebyschool_view: '按学校',
        onescoretworatebyclass_view: '按班级',
      },
    },
    {
      code: 'report_paragraph',
      title: '分数段统计',
      path: '/bigdata/report/paragraph',
      page: 'report/paragraph',
      permission: 'onescoreparagraphbrief_view',
      buttons: {
        areaparagraph_view: '分数段（县区）',
        schoolparagraph_view: '分数段（学校）',
        onescoreparagraphbyarea_view: '一分一段（县区）',
        onescoreparagraphbyschool_view: '一分一段（学校）',
      },
    },
    {
      code: 'report_front_n',
      title: '前N名统计',
      path: '/bigdata/query/frontN',
      page: 'report/front-n',
      permission: 'areafrontn_view',
      buttons: { schoolfrontn_view: '按学校' },
    },
    {
      code: 'report_before_n',
      title: '前N名学生',
      path: '/bigdata/query/beforeN',
      page: 'report/before-n',
      permission: 'beforen_view',
      buttons: { coursebeforen_view: '单科前N名学生' },
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
  ],
}
