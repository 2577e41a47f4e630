import type { MenuNode } from '../../../kit/domain.ts'

/** Screens of the arrangement of rooms and seats. */
export const arrangeScreens: MenuNode[] = [
  {
    code: 'exam_arrange_task',
    title: '编排任务',
    path: '/bigdata/arrange/examArrangeTask',
    entity: 'examArrangeTask',
    page: 'exam/exam-arrange-task',
    buttons: { examarrangetask_print: '印制考务材料' },
  },
  {
    code: 'exam_arrange_student',
    title: '编排考生',
    path: '/bigdata/arrange/examArrangeTaskStudent',
    entity: 'examArrangeTaskStudent',
  },
  {
    code: 'exam_arrange_room',
    title: '考场管理',
    path: '/bigdata/arrange/examArrangeTaskRoom',
    entity: 'examArrangeTaskRoom',
  },
]
