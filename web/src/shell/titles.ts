const FIXED: Record<string, string> = {
  '/login': '登录',
  '/lock': '已锁屏',
  '/403': '无权访问',
  '/404': '页面不存在',
  '/500': '出错了',
  '/big-screen': '数据大屏',
}

/** Title of the routes outside the tabs; the shell names the others after their tab. */
export function pageTitle(path: string): string | undefined {
  return FIXED[path]
}
