import type { MenuNode } from '../../../kit/domain.ts'

/** Screens of exam tasks. */
export const taskScreens: MenuNode[] = [
  {
    code: 'exam_task',
    title: '考务任务',
    path: '/bigdata/task/examTask',
    entity: 'examTask',
    page: 'exam/exam-task',
  },
  {
    code: 'exam_task_progress',
    title: '考务任务进度',
    path: '/bigdata/task/examTaskProgress',
    page: 'exam/exam-task-progress',
    permission: 'examtask_view',
  },
  {
    code: 'exam_task_student',
    title: '考务学生',
    path: '/bigdata/task/examTaskStudent',
    entity: 'examTaskStudent',
    page: 'exam/exam-task-student',
  },
  {
    code: 'exam_task_teacher',
    title: '考务教师',
    path: '/bigdata/task/examTaskTeacher',
    entity: 'examTaskTeacher',
    page: 'exam/exam-task-teacher',
  },
  {
    code: 'exam_task_mark',
    title: '阅卷教师',
    path: '/bigdata/task/examTaskMark',
    entity: 'examTaskMarkPlan',
    page: 'exam/exam-task-mark',
  },
]
