package dev.dray.cel.value;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** A list, which may be longer than memory could hold: joining two lists does not copy them. */
public abstract non-sealed class ListValue implements Value, Iterable<Value> {
  public static final ListValue EMPTY = new Whole(List.of());

  /** The length up to which joined lists are copied; longer ones refer to their halves. */
  private static final int COPIED = 64;

  private ListValue() {}

  public static ListValue of(List<? extends Value> elements) {
    return new Whole(List.copyOf(elements));
  }

  public static ListValue ofStrings(List<String> elements) {
    return of(elements.stream().map(StringValue::new).toList());
  }

  public static ListValue join(ListValue left, ListValue right) {
    if (left.size() == 0) {
      return right;
    }
    if (right.size() == 0) {
      return left;
    }
    if (left.size() + right.size() <= COPIED) {
      return copied(left, right);
    }
    // Small additions are copied into the half at that end, so that the tree of halves stays
    // shallow.
    if (left instanceof Joined joined && joined.right.size() + right.size() <= COPIED) {
      return new Joined(joined.left, copied(joined.right, right));
    }
    if (right instanceof Joined joined && left.size() + joined.left.size() <= COPIED) {
      return new Joined(copied(left, joined.left), joined.right);
    }
    return new Joined(left, right);
  }

  private static ListValue copied(ListValue left, ListValue right) {
    var elements = new ArrayList<Value>();
    left.forEach(elements::add);
    right.forEach(elements::add);
    return new Whole(elements);
  }

  public abstract long size();

  /** Returns the element at an index, which must be in the list. */
  public abstract Value get(long index);

  private static final class Whole extends ListValue {
    private final List<Value> elements;

    @SuppressWarnings("unchecked") // it is only read
    private Whole(List<? extends Value> elements) {
      this.elements = (List<Value>) elements;
    }

    @Override
    public long size() {
      return elements.size();
    }

    @Override
    public Value get(long index) {
      return elements.get((int) index);
    }

    @Override
    public Iterator<Value> iterator() {
      return elements.iterator();
    }
  }

  private static final class Joined extends ListValue {
    private final ListValue left;
    private final ListValue right;
    private final long size;

    private Joined(ListValue left, ListValue right) {
      this.left = left;
      this.right = right;
      var sum = left.size() + right.size();
      this.size = sum < 0 ? Long.MAX_VALUE : sum;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public Value get(long index) {
      ListValue list = this;
      var at = index;
      while (list instanceof Joined joined) {
        var first = joined.left.size();
        list = at < first ? joined.left : joined.right;
        at = at < first ? at : at - first;
      }
      return list.get(at);
    }

    @Override
    public Iterator<Value> iterator() {
      return new Walk(this);
    }
  }

  /** An iterator over the tree of halves, from left to right. */
  private static final class Walk implements Iterator<Value> {
    private final ArrayList<ListValue> waiting = new ArrayList<>();
    private Iterator<Value> current = List.<Value>of().iterator();

    private Walk(ListValue list) {
      waiting.add(list);
    }

    @Override
    public boolean hasNext() {
      while (!current.hasNext() && !waiting.isEmpty()) {
        var list = waiting.removeLast();
        if (list instanceof Joined joined) {
          waiting.add(joined.right);
          waiting.add(joined.left);
        } else {
          current = list.iterator();
        }
      }
      return current.hasNext();
    }

    @Override
    public Value next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return current.next();
    }
  }

  /**
   * The list that a loop builds. Adding to it changes it even where an expression has bound it to a
   * name, as upstream does.
   */
  public static final class Growing extends ListValue {
    private final ArrayList<Value> elements = new ArrayList<>();

    @Override
    public long size() {
      return elements.size();
    }

    @Override
    public Value get(long index) {
      return elements.get((int) index);
    }

    /** Iterates over the elements there are now, even if more are added meanwhile. */
    @Override
    public Iterator<Value> iterator() {
      return new Iterator<>() {
        private final int end = elements.size();
        private int next;

        @Override
        public boolean hasNext() {
          return next < end;
        }

        @Override
        public Value next() {
          return elements.get(next++);
        }
      };
    }

    public void addAll(ListValue list) {
      list.forEach(elements::add);
    }

    public ListValue grown() {
      return new Whole(elements);
    }
  }
}
