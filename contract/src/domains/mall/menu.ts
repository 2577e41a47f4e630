import type { MenuNode } from '../../kit/domain.ts'

export const mallMenu: MenuNode = {
  code: 'read',
  title: '阅读与书城',
  path: '/read',
  icon: 'ReadOutlined',
  children: [
    { code: 'read_school', title: '阅读学校', path: '/read/schoolManage/index', entity: 'schoolmanage' },
    { code: 'read_banner', title: '轮播图管理', path: '/read/bannerManage/index', entity: 'bannermanage' },
    { code: 'read_book_class', title: '图书分类', path: '/read/bookManage/bookClass/index', entity: 'bookclass' },
    { code: 'read_book', title: '图书管理', path: '/read/bookManage/bookInfo/index', entity: 'bookinfo' },
    { code: 'read_question', title: '阅读题目', path: '/read/questionManage/index', entity: 'questionmanage' },
    {
      code: 'read_collect',
      title: '征集结果',
      path: '/read/activityManage/solicitationResults/index',
      entity: 'collectrecord',
      page: 'mall/solicitation-results',
    },
    {
      code: 'read_assess',
      title: '学生测评',
      path: '/read/activityManage/studentAssess/index',
      entity: 'studentAssess',
    },
    {
      code: 'read_parent',
      title: '家长账号',
      path: '/read/parentAccount/userParentInfo/index',
      entity: 'userparentinfo',
      page: 'mall/user-parent-info',
      buttons: { userparentinfo_integral: '调整积分' },
    },
    {
      code: 'read_integral',
      title: '积分明细',
      path: '/read/parentAccount/integralDetail/index',
      page: 'mall/integral-detail',
      permission: 'userparentinfo_view',
    },
  ],
}
