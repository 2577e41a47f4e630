import { defineStates } from '../../kit/states.ts'

/** 考试状态与每一步允许的动作。 */
export const examStates = defineStates(
  'examStatus',
  {
    draft: { value: 0, title: '草稿' },
    imported: { value: 1, title: '已导入' },
    checked: { value: 2, title: '已校验' },
    archived: { value: 3, title: '已归档' },
    processing: { value: 4, title: '计算中' },
    processed: { value: 5, title: '已计算' },
    packaged: { value: 6, title: '已生成报表' },
    published: { value: 7, title: '已发布' },
    sealed: { value: 9, title: '已封存' },
  },
  {
    edit: { title: '修改', from: ['draft', 'imported', 'checked', 'archived'], to: '*' },
    editCourse: { title: '修改科目', from: ['draft', 'imported'], to: '*' },
    editRule: { title: '修改口径', from: ['draft', 'imported', 'checked', 'archived', 'processed'], to: '*' },
    editSchool: { title: '修改参考学校', from: ['draft', 'imported', 'checked', 'archived', 'processed'], to: '*' },
    editLine: { title: '修改分数线', from: ['archived', 'processed', 'packaged'], to: '*' },
    editTarget: {
      title: '修改上线目标',
      from: ['draft', 'imported', 'checked', 'archived', 'processing', 'processed', 'packaged', 'published'],
      to: '*',
    }, // inferred
    editLevel: { title: '修改等级赋分', from: ['archived', 'processed', 'packaged'], to: '*' },
    editPaper: { title: '修改试卷题目', from: ['draft', 'imported', 'checked', 'archived', 'processed'], to: '*' }, // inferred
    remove: { title: '删除', from: ['draft', 'imported'], to: '*' },
    import: { title: '导入', from: ['draft', 'imported', 'checked'], to: 'imported' },
    importTeacher: { title: '导入任课', from: ['draft', 'imported', 'checked', 'archived', 'processed'], to: '*' },
    // inferred: question scores come later than the others, and may come after the archive
    importQuestion: {
      title: '导入小题分',
      from: ['draft', 'imported', 'checked', 'archived', 'processed', 'packaged'],
      to: '*',
    },
    archiveQuestion: { title: '归档小题分', from: ['archived', 'processed', 'packaged'], to: '*' }, // inferred
    clear: { title: '清空导入数据', from: ['imported', 'checked'], to: 'draft' },
    check: { title: '校验', from: ['imported', 'checked'], to: 'checked' },
    archive: { title: '归档', from: ['checked'], to: 'archived' },
    unarchive: { title: '撤销归档', from: ['checked', 'archived', 'processed', 'packaged'], to: 'checked' },
    process: { title: '计算', from: ['archived', 'processed', 'packaged'], to: 'processing' },
    finish: { title: '完成计算', from: ['processing'], to: 'processed' },
    interrupt: { title: '中止计算', from: ['processing'], to: 'archived' },
    package: { title: '生成报表', from: ['processed', 'packaged'], to: 'packaged' },
    correct: { title: '更正成绩', from: ['archived', 'processed', 'packaged', 'published'], to: '*' },
    publish: { title: '发布', from: ['packaged'], to: 'published' },
    withdraw: { title: '撤回发布', from: ['published'], to: 'packaged' },
    republish: { title: '重新发布', from: ['published'], to: '*' },
    rebuild: { title: '按新版程序重新生成报表', from: ['packaged', 'published', 'sealed'], to: '*' }, // inferred
    seal: { title: '封存', from: ['published'], to: 'sealed' },
    unseal: { title: '解封', from: ['sealed'], to: 'published' },
  },
)

export type ExamState = keyof typeof examStates.states
export type ExamAction = keyof typeof examStates.actions

/** 导入批次：一次拖入的若干工作簿。 */
export const batchStates = defineStates(
  'batchStatus',
  {
    uploaded: { value: 0, title: '已上传' },
    checking: { value: 1, title: '校验中' },
    faulty: { value: 2, title: '有错误' },
    checked: { value: 3, title: '待确认' },
    committing: { value: 4, title: '写入中' },
    committed: { value: 5, title: '已导入' },
    undone: { value: 6, title: '已撤销' },
    failed: { value: 7, title: '失败' },
  },
  {
    check: { title: '校验', from: ['uploaded', 'checking', 'faulty', 'checked', 'failed'], to: 'checking' },
    pass: { title: '通过校验', from: ['checking'], to: 'checked' },
    fault: { title: '发现错误', from: ['checking'], to: 'faulty' },
    commit: { title: '导入', from: ['checked'], to: 'committing' },
    commitDone: { title: '完成导入', from: ['committing'], to: 'committed' },
    undo: { title: '撤销', from: ['committed'], to: 'undone' },
    fail: { title: '失败', from: ['uploaded', 'checking', 'committing'], to: 'failed' },
  },
)
