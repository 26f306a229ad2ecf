package dev.dray.store;

import java.util.List;

/**
 * Operations that are done together or not at all, if all conditions hold; each key appears in at
 * most one operation.
 */
public record Transaction(List<Precondition> conditions, List<StoreOperation> operations) {
  public Transaction {
    conditions = List.copyOf(conditions);
    operations = List.copyOf(operations);
    long keys = operations.stream().map(StoreOperation::key).distinct().count();
    if (keys != operations.size()) {
      throw new IllegalArgumentException(
          "The transaction (%s) names a key twice."
              .formatted(operations.stream().map(StoreOperation::key).toList()));
    }
  }

  /** Creates a key that must not exist. */
  public static Transaction create(String key, byte[] value) {
    return new Transaction(
        List.of(new Precondition.Absent(key)), List.of(new StoreOperation.Put(key, value)));
  }

  /** Updates a key that must still be at a revision. */
  public static Transaction update(String key, long revision, byte[] value) {
    return new Transaction(
        List.of(new Precondition.At(key, revision)), List.of(new StoreOperation.Put(key, value)));
  }

  /** Deletes a key that must still be at a revision. */
  public static Transaction delete(String key, long revision) {
    return new Transaction(
        List.of(new Precondition.At(key, revision)), List.of(new StoreOperation.Delete(key)));
  }
}
