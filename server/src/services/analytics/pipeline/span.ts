/** A span of time in milliseconds since 1970, without its end. */
export interface Span {
  from: number;
  to: number;
}
