/**
 * Number of partitions of the inbox. All events of a visitor are in one partition, and one node at a time forwards a partition. The
 * number is fixed, because rows are stored with their partition.
 */
export const PARTITIONS = 64;

export const ALL_PARTITIONS: readonly number[] = Array.from({ length: PARTITIONS }, (_, partition) => partition);

/** Returns the partition of a 64-bit hash in decimal digits. The last six digits suffice, because 64 divides 10^6. */
export const partitionOfHash = (digits: string): number => Number(digits.slice(-6)) % PARTITIONS;

/** Returns the partition of rows that concern no visitor: searches and rejected events. */
export const partitionOfProject = (projectId: string): number => Number.parseInt(projectId.slice(-2), 16) % PARTITIONS;
