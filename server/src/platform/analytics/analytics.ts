/** DuckDB as the product sees it: `.sql` files with named parameters over Parquet folders. */
export interface Analytics {
  /**
   * Rows of one read-only query, their columns in camel case; BIGINT and DECIMAL arrive as numbers. `macros` are the `create or replace macro` statements
   * the query relies on; they are loaded once.
   */
  query<T = Record<string, unknown>>(sql: string, params?: Record<string, unknown>, macros?: string): Promise<T[]>
  /** A private in-memory database with its own memory limit for a batch; closed when `work` ends. */
  batch<T>(work: (db: AnalyticsBatch) => Promise<T>): Promise<T>
}

export interface AnalyticsConnection {
  run(sql: string, params?: Record<string, unknown>): Promise<void>
  query<T = Record<string, unknown>>(sql: string, params?: Record<string, unknown>): Promise<T[]>
}

export interface AnalyticsBatch extends AnalyticsConnection {
  /** Work at the same time on a connection of its own: it sees the tables of the batch, not those that are temporary. */
  beside<T>(work: (db: AnalyticsBatch) => Promise<T>): Promise<T>
}
