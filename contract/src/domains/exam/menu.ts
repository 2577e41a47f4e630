import type { MenuNode } from '../../kit/domain.ts'

export const examMenu: MenuNode = {
  code: 'exam',
  title: '考试数据',
  path: '/bigdata/exam',
  icon: 'ExperimentOutlined',
  children: [
    {
      code: 'exam_info',
      title: '考试信息',
      path: '/bigdata/exam/examInfo',
      page: 'exam/exam-info',
      entity: 'examInfo',
      buttons: {
        examinfo_check: '校验',
        examinfo_archive: '归档',
        examinfo_unarchive: '撤销归档',
        examinfo_process: '计算',
        examinfo_package: '生成报表',
        examinfo_publish: '发布与封存',
        examinfo_import: '导入成绩',
      },
    },
    {
      code: 'exam_import',
      title: '导入向导',
      path: '/bigdata/exam/import',
      page: 'exam/exam-import',
      permission: 'examinfo_import',
    },
    {
      code: 'exam_student_import',
      title: '考生导入',
      path: '/bigdata/exam/examStudentImport',
      entity: 'examStudentImport',
    },
    {
      code: 'exam_score_import',
      title: '成绩导入',
      path: '/bigdata/score/examScoreStudentCourseImport',
      entity: 'examScoreStudentCourseImport',
      page: 'exam/score-import',
    },
    {
      code: 'exam_score_correction',
      title: '成绩更正',
      path: '/bigdata/score/examScoreCorrection',
      entity: 'examScoreCorrection',
      page: 'exam/score-correction',
    },
    {
      code: 'exam_correction_audit',
      title: '更正审批',
      path: '/bigdata/score/examScoreCorrection/audit',
      page: 'exam/score-correction-audit',
      permission: 'examscorecorrection_audit',
    },
    {
      code: 'exam_teacher_import',
      title: '任课教师导入',
      path: '/bigdata/exam/examTeacherCourseImport',
      entity: 'examTeacherCourseImport',
    },
    {
      code: 'exam_progress_task',
      title: '数据进度任务',
      path: '/bigdata/progress/examDataProgressTask',
      entity: 'examDataProgressTask',
      page: 'exam/exam-progress',
    },
    {
      code: 'exam_progress',
      title: '数据进度',
      path: '/bigdata/progress/examDataProgress',
      entity: 'examDataProgress',
    },
  ],
}
