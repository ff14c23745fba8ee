/* Fills the marks of a text (`%s`, `%d`) as `console.log` does. */
({ inspect }) => {
  const format = (values) => {
    if (typeof values[0] !== 'string' || !values[0].includes('%'))
      return values.map((each) => inspect(each)).join(' ');
    const rest = values.slice(1);
    const text = values[0].replace(/%([sdifoOj%])/g, (mark, kind) => {
      if (kind === '%') return '%';
      if (rest.length === 0) return mark;
      const value = rest.shift();
      if (kind === 'd') return String(Number(value));
      if (kind === 'i') return String(parseInt(value, 10));
      if (kind === 'f') return String(parseFloat(value));
      if (kind === 'j') return JSON.stringify(value);
      return kind === 's' ? String(value) : inspect(value, [], 1);
    });
    return [text, ...rest.map((each) => inspect(each))].join(' ');
  };
  return { format };
};
