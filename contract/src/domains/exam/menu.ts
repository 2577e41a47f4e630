import type { MenuNode } from '../../kit/domain.ts'
import { arrangeScreens } from './arrange/menu.ts'
import { taskScreens } from './task/menu.ts'

/** An exam and what comes into it. */
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
      code: 'exam_paper_question',
      title: '试卷题目',
      path: '/bigdata/exam/examCoursePaperQuestion',
      entity: 'examCoursePaperQuestion',
      page: 'exam/paper-question',
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
      code: 'exam_teacher_import',
      title: '任课教师导入',
      path: '/bigdata/exam/examTeacherCourseImport',
      entity: 'examTeacherCourseImport',
    },
    {
      code: 'exam_summary',
      title: '数据完整性',
      path: '/bigdata/query/summaryOperData',
      page: 'exam/exam-summary',
      permission: 'examinfo_view',
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
    {
      code: 'basic_quota_processing_item',
      title: '指标处理项',
      path: '/bigdata/exam/basicQuotaProcessingItem',
      entity: 'basicQuotaProcessingItem',
    },
  ],
}

/** What stands of its marks, and what is decided on them. */
export const scoreMenu: MenuNode = {
  code: 'score',
  title: '成绩管理',
  path: '/bigdata/score',
  icon: 'FundOutlined',
  children: [
    {
      code: 'exam_score_student',
      title: '学生总成绩',
      path: '/bigdata/score/examScoreStudent',
      page: 'report/score-student',
      permission: 'examscorestudent_view',
    },
    {
      code: 'exam_score_student_course',
      title: '学生单科成绩',
      path: '/bigdata/score/examScoreStudentCourse',
      page: 'report/score-student-course',
      permission: 'examscorestudentcourse_view',
    },
    {
      code: 'exam_question_score',
      title: '学生小题成绩',
      path: '/bigdata/exam/examScoreStudentCourseQuestion',
      page: 'exam/question-score',
      permission: 'examscorestudentcoursequestion_view',
      buttons: {
        examscorestudentcoursequestion_add: '增加小题分',
        examscorestudentcoursequestion_edit: '修改小题分',
        examscorestudentcoursequestion_delete: '删除小题分',
      },
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
      code: 'exam_score_line',
      title: '分数线',
      path: '/bigdata/score/examScoreLine',
      entity: 'examScoreLine',
    },
    {
      code: 'exam_line_target',
      title: '上线目标',
      path: '/bigdata/score/examLineTarget',
      entity: 'examLineTarget',
    },
    {
      code: 'exam_score_level',
      title: '等级赋分',
      path: '/bigdata/score/examScoreLevel',
      page: 'exam/score-level',
      permission: 'examscorelevel_view',
      buttons: { examscorelevel_save: '设置等级赋分' },
    },
    {
      code: 'exam_score_high_exam',
      title: '高考成绩',
      path: '/bigdata/score/examScoreHighexam',
      page: 'exam/high-exam',
      entity: 'examScoreHighExam',
      buttons: { examscorehighexam_archive: '校验与归档' },
    },
    {
      code: 'exam_high_exam_before_n',
      title: '高考前N名学生',
      path: '/bigdata/query/highexamBeforeN',
      page: 'exam/high-exam-before-n',
      permission: 'highexambeforen_view',
    },
  ],
}

/** How it is held. */
export const examOfficeMenu: MenuNode = {
  code: 'exam_office',
  title: '考务管理',
  path: '/bigdata/task',
  icon: 'ScheduleOutlined',
  children: [...taskScreens, ...arrangeScreens],
}
