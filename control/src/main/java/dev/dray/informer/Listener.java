package dev.dray.informer;

import dev.dray.client.Known;

/** Is told what becomes of the objects of a kind; on the loop. */
public interface Listener<T> {
  void added(Known<T> object);

  void changed(Known<T> before, Known<T> now);

  /** This is what it last was, as far as that is known. */
  void removed(Known<T> object);

  /** A listener that treats new and different objects alike. */
  static <T> Listener<T> of(
      java.util.function.Consumer<Known<T>> put, java.util.function.Consumer<Known<T>> removed) {
    return new Listener<>() {
      @Override
      public void added(Known<T> object) {
        put.accept(object);
      }

      @Override
      public void changed(Known<T> before, Known<T> now) {
        put.accept(now);
      }

      @Override
      public void removed(Known<T> object) {
        removed.accept(object);
      }
    };
  }
}
