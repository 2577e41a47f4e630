/** Notices of the demo bureau, newest first. */
export const NOTICES: { title: string; category: number; daysAgo: number; content: string }[] = [
  {
    title: '关于报送2026届高三第二次模拟考试考生名单的通知',
    category: 1,
    daysAgo: 0,
    content:
      '<p>各县区教育局、市直各学校：</p><p>2026届高三第二次模拟考试考生名单报送工作现已开始。请在<strong>导入向导</strong>中下载模板，按以下要求办理：</p>' +
      '<ul><li>学籍号、考号逐一核对，不得重复；</li><li>转入、转出学生以学籍系统为准；</li><li>选科组合与学籍登记不一致的，先更正学籍。</li></ul><p>校验有误的行会逐条列出，更正后重新上传即可。</p>',
  },
  {
    title: '一模成绩已发布，请各校核对报表',
    category: 6,
    daysAgo: 3,
    content:
      '<p>2026届高三第一次模拟考试成绩已经发布。各校可在<strong>统计报表</strong>中查看本校排名、一分两率与分数段。</p><p>对成绩有疑问的，请于三日内书面提出复核。</p>',
  },
  {
    title: '转发市教育局关于加强考试数据安全管理的意见',
    category: 3,
    daysAgo: 12,
    content:
      '<p>考试数据含有学生个人信息。导出须写明用途，导出的文件不得通过社交软件传输，用后及时删除。</p><p>人员离岗时，请在当天停用其账号。</p>',
  },
]
