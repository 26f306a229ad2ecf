package dev.dray.informer;

import dev.dray.client.KnownObject;

/** Is told what becomes of the objects of a kind; on the loop. */
public interface Listener<T> {
  void added(KnownObject<T> object);

  void changed(KnownObject<T> before, KnownObject<T> now);

  /** This is what it last was, as far as that is known. */
  void removed(KnownObject<T> object);

  /** A listener that treats new and different objects alike. */
  static <T> Listener<T> of(
      java.util.function.Consumer<KnownObject<T>> put,
      java.util.function.Consumer<KnownObject<T>> removed) {
    return new Listener<>() {
      @Override
      public void added(KnownObject<T> object) {
        put.accept(object);
      }

      @Override
      public void changed(KnownObject<T> before, KnownObject<T> now) {
        put.accept(now);
      }

      @Override
      public void removed(KnownObject<T> object) {
        removed.accept(object);
      }
    };
  }
}
