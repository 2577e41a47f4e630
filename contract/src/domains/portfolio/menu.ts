import type { MenuNode } from '../../kit/domain.ts'

export const portfolioMenu: MenuNode = {
  code: 'portfolio',
  title: '教师档案',
  path: '/portfolio',
  icon: 'SolutionOutlined',
  children: [
    {
      code: 'teacher_portfolio',
      title: '教师档案',
      path: '/portfolio/teacherPortfolio',
      entity: 'teacherPortfolio',
      page: 'portfolio/teacher-portfolio',
    },
    {
      code: 'portfolio_audit1',
      title: '档案一审',
      path: '/portfolio/audit1',
      page: 'portfolio/portfolio-audit1',
      permission: 'teacherportfolio_audit1',
    },
    {
      code: 'portfolio_audit2',
      title: '档案二审',
      path: '/portfolio/audit2',
      page: 'portfolio/portfolio-audit2',
      permission: 'teacherportfolio_audit2',
    },
    {
      code: 'portfolio_teacher',
      title: '教师档案查询',
      path: '/portfolio/listTeacherPortfolio',
      page: 'portfolio/portfolio-by-teacher',
      permission: 'portfolioteacher_view',
      buttons: { portfolioteacher_print: '印制档案证明' },
    },
    {
      code: 'portfolio_statics',
      title: '档案统计',
      path: '/portfolio/statics',
      page: 'portfolio/portfolio-statics',
      permission: 'portfoliostatics_view',
    },
  ],
}
