import { useEffect, useState } from 'react';

const WIDTH = 18;
const HEIGHT = 12;

/** Flag of a country, which loads with the list of flags on first use. Decorative, next to the name of the country. */
export function Flag({ code }: { code: string }) {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    let isLeft = false;
    void import('./flags.ts').then(
      ({ flagUrl }) => !isLeft && setSrc(flagUrl(code)),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [code]);
  return src ? (
    <img className="flag" src={src} alt="" width={WIDTH} height={HEIGHT} loading="lazy" />
  ) : (
    <span className="flag" style={{ width: WIDTH, height: HEIGHT }} />
  );
}
