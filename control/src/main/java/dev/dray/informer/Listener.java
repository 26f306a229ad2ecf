package dev.dray.informer;

import dev.dray.client.KnownObject;

/** A listener to the objects of a kind, called on the event loop. */
public interface Listener<T> {
  void added(KnownObject<T> object);

  void changed(KnownObject<T> before, KnownObject<T> now);

  /** Called with the last known state of a removed object. */
  void removed(KnownObject<T> object);

  /** Returns a listener that treats new and changed objects alike. */
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
