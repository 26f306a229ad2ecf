@NullMarked
package dev.dray.controller;

import org.jspecify.annotations.NullMarked;
