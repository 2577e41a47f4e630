import type { MenuNode } from '../../kit/domain.ts'

export const gatherMenu: MenuNode = {
  code: 'gather',
  title: '信息采集',
  path: '/gather',
  icon: 'FormOutlined',
  children: [
    {
      code: 'gather_task',
      title: '采集任务',
      path: '/gather/gatherTask',
      entity: 'gatherTask',
      page: 'gather/gather-task',
    },
    {
      code: 'gather_student',
      title: '学生采集',
      path: '/gather/gatherStudent',
      entity: 'gatherStudent',
      page: 'gather/gather-student',
    },
    {
      code: 'gather_student_audit1',
      title: '采集初审',
      path: '/gather/gatherStudentAudit1',
      page: 'gather/gather-student-audit1',
      permission: 'gatherstudent_audit1',
    },
    {
      code: 'gather_student_audit2',
      title: '采集复审',
      path: '/gather/gatherStudentAudit2',
      page: 'gather/gather-student-audit2',
      permission: 'gatherstudent_audit2',
    },
    {
      code: 'gather_student_collate',
      title: '采集校对',
      path: '/gather/gatherStudentCollate',
      page: 'gather/gather-student-collate',
      permission: 'gatherstudent_collate',
    },
    {
      code: 'gather_student_num',
      title: '学生采集统计',
      path: '/gather/studentNum',
      page: 'gather/gather-student-num',
      permission: 'gatherstudentnum_view',
    },
  ],
}
