@NullMarked
package dev.dray.store.etcd;

import org.jspecify.annotations.NullMarked;
