import type { MenuNode } from './kit/domain.ts'

/** The menu of the product: every screen, in the order it is shown. Seeds of menu, buttons and rights come from it. */
export const menu: MenuNode[] = [
  {
    code: 'exam',
    title: '考试数据',
    path: '/bigdata/exam',
    icon: 'ExperimentOutlined',
    children: [
      {
        code: 'exam_info',
        title: '考试信息',
        path: '/bigdata/exam/examInfo',
        page: 'exam-info',
        entity: 'examInfo',
        buttons: {
          examinfo_check: '校验',
          examinfo_archive: '归档',
          examinfo_process: '数据处理',
          examinfo_package: '打包',
          examinfo_publish: '发布与封存',
          examinfo_import: '导入成绩',
        },
      },
      {
        code: 'exam_import',
        title: '导入向导',
        path: '/bigdata/exam/import',
        page: 'exam-import',
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
        page: 'exam-progress',
      },
      {
        code: 'exam_progress',
        title: '数据进度',
        path: '/bigdata/progress/examDataProgress',
        entity: 'examDataProgress',
      },
    ],
  },
  {
    code: 'basic',
    title: '基础数据',
    path: '/bigdata/basic',
    icon: 'BankOutlined',
    children: [
      { code: 'basic_school', title: '学校管理', path: '/bigdata/basic/basicSchool', entity: 'basicSchool' },
      {
        code: 'school_classes',
        title: '班级管理',
        path: '/bigdata/basic/schoolClasses',
        entity: 'schoolClasses',
        page: 'school-classes',
      },
      { code: 'basic_student', title: '学生信息', path: '/bigdata/basic/basicStudent', entity: 'basicStudent' },
      { code: 'area_population', title: '县区人口', path: '/bigdata/param/examAreaParam', entity: 'areaPopulation' },
      { code: 'student_base_num', title: '学生基数', path: '/bigdata/param/schoolParam', entity: 'studentBaseNum' },
      { code: 'app_biz', title: '应用业务', path: '/bigdata/app/appBiz', entity: 'appBiz' },
    ],
  },
  {
    code: 'system',
    title: '系统管理',
    path: '/system',
    icon: 'SettingOutlined',
    children: [
      { code: 'dict_biz', title: '业务字典', path: '/system/dictbiz', entity: 'dictBiz', page: 'dict-vertical' },
      {
        code: 'dict_horizontal',
        title: '字典管理',
        path: '/dict-horizontal/index',
        page: 'dict-horizontal',
        permission: 'dictbiz_view',
      },
      { code: 'param', title: '系统参数', path: '/system/param', entity: 'param' },
    ],
  },
]
