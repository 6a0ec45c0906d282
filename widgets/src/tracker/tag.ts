interface Tag {
  dataset: { key?: string };
  src: string;
}

/**
 * Returns the API key of a script tag: its attribute `data-key`, or `?key=` of its URL, because tag managers remove attributes. Returns undefined
 * for other scripts: keys of some services also begin with `pk_`, but have another underscore.
 */
export const findKey = ({ dataset, src }: Tag): string | undefined =>
  /\bkey=(pk_[a-z\d]+)\b/i.exec(`key=${dataset.key} ${src}`)?.[1];
