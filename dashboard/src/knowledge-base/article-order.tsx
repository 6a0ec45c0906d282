import { Arrangement } from './arrangement.tsx';
import { IndexLayout } from './index-layout.tsx';

/** Page with the order of the articles of a collection. */
export const ArticleOrder = () => <IndexLayout>{({ id }) => <Arrangement key={id} indexId={id} />}</IndexLayout>;
