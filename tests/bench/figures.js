export async function moreFigures() { return {}; }
